/** A tab of a real browser, which a walk controls. */
export interface Tab {
  /** Opens an address, in the same tab or a new one, and waits until the page has loaded. */
  goto(url: string): Promise<void>;
  /** The value of an expression on the page, as JSON; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Sets the size of the page in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the visible part. */
  screenshot(): Promise<Buffer>;
  /** Ends the browser. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A browser of the system. `start` takes a folder for its files, which the caller deletes. */
export interface InstalledBrowser {
  name: string;
  /** Commands that must be on the PATH, and how to install them on Debian. */
  commands: string[];
  packages: string;
  start(folder: string): Promise<Tab>;
}
