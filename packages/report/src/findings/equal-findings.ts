/** Numbers equal findings of a report, so that each can be identified. */
export class EqualFindings {
  readonly #counts = new Map<string, number>();

  /** @param identity - the same for equal findings, wherever their lines are */
  numbered(identity: string): string {
    const count = (this.#counts.get(identity) ?? 0) + 1;
    this.#counts.set(identity, count);
    return `${identity} ${count}`;
  }
}
