/** How to add the script to the pages of one kind of website. */
export interface Recipe {
  /** The end of the key of the text that says where the code belongs. */
  key: 'html' | 'wordpress' | 'next' | 'vue' | 'nuxt' | 'astro' | 'tagManager' | 'policy';
  name: string;
  code: string;
}

/** The script tag of a website, as the server made it. */
interface Tag {
  snippet: string;
  trackingId: string;
}

/** The address of the script. */
export const scriptAddress = ({ snippet }: Pick<Tag, 'snippet'>) =>
  new URL(/src="([^"]+)"/.exec(snippet)?.[1] ?? location.href);

/** Attributes with which WordPress plugins and Cloudflare neither copy nor delay the script. */
const UNOPTIMIZED = `
    data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-no-minify="1" nowprocket
    data-noptimize="1" data-jetpack-boost="ignore" nitro-exclude>`;

/** The recipes in the order of the selection. docs/tracking.md has the same. */
export function recipesOf({ snippet: tag, trackingId }: Tag): Recipe[] {
  const { href: src, origin } = scriptAddress({ snippet: tag });
  return [
    { key: 'html', name: 'HTML', code: tag },
    {
      key: 'wordpress',
      name: 'WordPress',
      code: ["add_action('wp_head', function () {", `  echo '${tag.replace('>', UNOPTIMIZED)}';`, '});'].join(
        '\n',
      ),
    },
    {
      key: 'next',
      name: 'Next.js',
      code: [
        "import Script from 'next/script';",
        '',
        'export default function RootLayout({ children }: { children: React.ReactNode }) {',
        '  return (',
        '    <html lang="en">',
        '      <body>{children}</body>',
        `      <Script src="${src}" data-website="${trackingId}" />`,
        '    </html>',
        '  );',
        '}',
      ].join('\n'),
    },
    { key: 'vue', name: 'Vue', code: tag },
    {
      key: 'nuxt',
      name: 'Nuxt',
      code: [
        'export default defineNuxtConfig({',
        '  app: {',
        '    head: {',
        `      script: [{ src: '${src}', defer: true, 'data-website': '${trackingId}' }],`,
        '    },',
        '  },',
        '});',
      ].join('\n'),
    },
    {
      key: 'astro',
      name: 'Astro',
      code: tag.replace('<script defer', '<script is:inline defer'),
    },
    {
      key: 'tagManager',
      name: 'Google Tag Manager',
      code: [
        '<script>',
        "  var script = document.createElement('script');",
        `  script.src = '${src}';`,
        `  script.setAttribute('data-website', '${trackingId}');`,
        '  document.head.appendChild(script);',
        '</script>',
      ].join('\n'),
    },
    {
      key: 'policy',
      name: 'Content-Security-Policy',
      code: `script-src 'self' ${origin};\nconnect-src 'self' ${origin}`,
    },
  ];
}
