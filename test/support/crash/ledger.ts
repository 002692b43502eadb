/** A client's record of the hits that it sent; each hit has a unique path. */
export class Ledger {
  readonly sent = new Set<string>();
  /** Answered with 202 without a drop reason: they must be stored. */
  readonly acknowledged = new Set<string>();
  /** Answered with 202 and a drop reason, or with 503: they must not be stored. */
  readonly dropped = new Set<string>();
  readonly refused = new Set<string>();
  /** Answered with 503 and a message that the hit may be stored: at most one copy may be stored. */
  readonly uncertain = new Set<string>();
  /** Not answered: at most one copy may be stored. */
  readonly unanswered = new Set<string>();
  /** Any other response. */
  readonly wrong: string[] = [];
  /** The values of Retry-After of the 503 responses. */
  readonly retryAfter = new Set<string>();

  /** @param head the status line and the headers of the response. */
  answered(path: string, head: string, body: string): void {
    const status = head.slice(9, 12);
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
    const reason = header('X-Footfall-Dropped');
    const retryAfter = header('Retry-After');
    if (status === '202') (reason === undefined ? this.acknowledged : this.dropped).add(path);
    else if (status === '503' && /^\d+$/.test(retryAfter ?? '')) {
      (body.includes('data may be stored') ? this.uncertain : this.refused).add(path);
      this.retryAfter.add(retryAfter ?? '');
    } else this.wrong.push(`${path}: ${head}`);
  }
}
