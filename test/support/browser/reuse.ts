import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A browser context with one page; `dispose` gives it back. */
interface Tab {
  context: BrowserContext;
  page: Page;
  /** The errors that pages reported. */
  problems: string[];
  /** Whether the test changed something that cannot be undone. */
  isStained: boolean;
}

/** Tabs that tests have given back, by browser and by the options that cannot be changed later. */
const idle = new WeakMap<Browser, Map<string, Tab[]>>();

/** The events of which a test may leave listeners behind. */
const PAGE_EVENTS = ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'worker'] as const;
const CONTEXT_EVENTS = ['request', 'requestfinished', 'requestfailed', 'response', 'page'] as const;

const CLEAR_STORAGE = 'try { localStorage.clear(); sessionStorage.clear(); } catch {}';

/** Marks a tab as stained when a test uses a method that has effects on all later pages. */
function watch(tab: Tab): void {
  const permanent = [
    { target: tab.page, names: ['addInitScript', 'exposeFunction', 'exposeBinding'] },
    { target: tab.context, names: ['addInitScript', 'exposeFunction', 'exposeBinding'] },
    { target: tab.page.clock, names: ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] },
  ];
  for (const { target, names } of permanent)
    for (const name of names) {
      const methods = target as unknown as Record<string, (...given: unknown[]) => unknown>;
      const method = methods[name]?.bind(target);
      methods[name] = (...given) => {
        tab.isStained = true;
        return method?.(...given);
      };
    }
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  const problems: string[] = [];
  context.on('weberror', (error) => void problems.push(String(error.error())));
  context.on('console', (message) => {
    // Chromium logs every 404 response as an error, which is no defect of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(message.text());
  });
  // `clean` takes permissions away.
  const isStained = options.permissions !== undefined;
  const tab = { context, page: await context.newPage(), problems, isStained };
  watch(tab);
  return tab;
}

/** Removes everything that a test has left; false if that is impossible. */
async function clean({ context, page, isStained }: Tab): Promise<boolean> {
  if (isStained || page.isClosed()) return false;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const name of PAGE_EVENTS) page.removeAllListeners(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  // Ends the live stream, and all that the page does in the background.
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  return true;
}

/**
 * Opens a browser context with a page, which is one that an earlier test has left if there is one with the
 * same options: its process runs, and has compiled the code of the pages, which takes longer than most tests.
 * Disposing of it fails the test if a page reported an error.
 */
export async function newBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; [Symbol.asyncDispose](): Promise<void> }> {
  const { viewport = { width: 1280, height: 720 }, colorScheme = 'light', reducedMotion, ...fixed } = options;
  const kept = idle.get(browser) ?? new Map<string, Tab[]>();
  idle.set(browser, kept);
  const key = JSON.stringify(fixed);
  const same = kept.get(key) ?? [];
  kept.set(key, same);
  const tab =
    same.pop() ??
    (await newTab(browser, { locale: 'en-US', timezoneId: 'Europe/Berlin', viewport, ...fixed }));
  const { context, page } = tab;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: reducedMotion ?? 'reduce' });
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  return {
    context,
    page,
    async [Symbol.asyncDispose]() {
      page.removeAllListeners('framenavigated');
      for (const name of CONTEXT_EVENTS) context.removeAllListeners(name);
      origins.delete('null');
      // A page can delete only the storage of its own origin. Its answer comes after the errors it has
      // reported.
      const isEmpty = await page.evaluate(CLEAR_STORAGE).then(
        () => origins.size <= 1,
        () => false,
      );
      const problems = tab.problems.splice(0);
      const isClean = isEmpty && (await clean(tab).catch(() => false));
      if (!isClean) await context.close();
      // Leaving a page can interrupt what it does, which is no error of the page.
      const late = tab.problems.splice(0);
      if (isClean) same.push(tab);
      expect([...problems, ...(isClean ? [] : late)]).toEqual([]);
    },
  };
}
