/** How to add the script to the pages of one kind of website. */
export interface Recipe {
  name: string;
  /** Where the code belongs. */
  place: string;
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

/** The recipes in the order of the selection. docs/tracking.md has the same. */
export function recipesOf({ snippet: tag, trackingId }: Tag): Recipe[] {
  const { href: src, origin } = scriptAddress({ snippet: tag });
  return [
    { name: 'HTML', place: 'Add this tag to the head of every page.', code: tag },
    {
      name: 'WordPress',
      place: 'Add this to `functions.php` of your child theme, or to a plugin for code snippets.',
      code: ["add_action('wp_head', function () {", `  echo '${tag}';`, '});'].join('\n'),
    },
    {
      name: 'Next.js',
      place: 'Add the component to the root layout, `app/layout.tsx`.',
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
    { name: 'Vue', place: 'Add the tag to the head in `index.html`.', code: tag },
    {
      name: 'Nuxt',
      place: 'Add the tag to `nuxt.config.ts`.',
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
      name: 'Astro',
      place: 'Add the tag to the head of your layout, such as `src/layouts/Layout.astro`.',
      code: tag.replace('<script defer', '<script is:inline defer'),
    },
    {
      name: 'Google Tag Manager',
      place: 'Create a tag of the type Custom HTML with the trigger All Pages.',
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
      name: 'Content-Security-Policy',
      place: 'If your website sends this header, allow the server in two of its directives.',
      code: `script-src 'self' ${origin};\nconnect-src 'self' ${origin}`,
    },
  ];
}
