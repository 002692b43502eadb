/** What a client knows of the hits that it sent; each has a path of its own. */
export class Ledger {
  readonly sent = new Set<string>();
  /** Answered 202 without a drop reason: they must be there. */
  readonly acknowledged = new Set<string>();
  /** Answered 202 with a drop reason, or 503: they must not be there. */
  readonly dropped = new Set<string>();
  readonly refused = new Set<string>();
  /** 503, with the words that nobody can tell whether it was stored: they may be there, once. */
  readonly uncertain = new Set<string>();
  /** Not answered: they may be there, once. */
  readonly unanswered = new Set<string>();
  /** Any other answer. */
  readonly wrong: string[] = [];
  /** Values of Retry-After that came with a 503. */
  readonly retryAfter = new Set<string>();

  /** @param head status line and headers of the answer. */
  answered(path: string, head: string, body: string): void {
    const status = head.slice(9, 12);
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
    const reason = header('X-Footfall-Dropped');
    const retryAfter = header('Retry-After');
    if (status === '202') (reason === undefined ? this.acknowledged : this.dropped).add(path);
    else if (status === '503' && /^\d+$/.test(retryAfter ?? '')) {
      (body.includes('it may be stored') ? this.uncertain : this.refused).add(path);
      this.retryAfter.add(retryAfter ?? '');
    } else this.wrong.push(`${path}: ${head}`);
  }
}
