export const trunk = 42;

/** The style of a line: on the path of the exchange, normal, or uncertain. */
export type LineKind = "lit" | "line" | "perhaps";

/** Lines that go back stay this near to their cards, and in the picture. */
const farthestBack = 64;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export class Lines {
  readonly #paths = { line: [] as string[], perhaps: [] as string[], lit: [] as string[] };
  readonly #tips = { line: [] as string[], lit: [] as string[] };

  down(from: number, to: number, kind: LineKind, hasTip = false): void {
    if (to <= from) return;
    this.#paths[kind].push(`M${trunk} ${from}V${hasTip ? to - 4 : to}`);
    if (hasTip)
      this.#tip(kind, `M${trunk - 4.5} ${to - 8}L${trunk} ${to}L${trunk + 4.5} ${to - 8}z`);
  }

  right(from: number, to: number, y: number, kind: LineKind): void {
    this.#paths[kind].push(`M${from} ${y}H${to - 4}`);
    this.#tip(kind, `M${to - 8} ${y - 4.5}L${to} ${y}L${to - 8} ${y + 4.5}z`);
  }

  left(from: number, to: number, y: number, kind: LineKind): void {
    this.#paths[kind].push(`M${from} ${y}H${to + 4}`);
    this.#tip(kind, `M${to + 9} ${y - 4.5}L${to + 1} ${y}L${to + 9} ${y + 4.5}z`);
  }

  /** A curve that leaves to the right, and comes to a point from the left, or from the right if that is where it is. */
  curve(from: Point, to: Point, kind: LineKind, comesFrom: "left" | "right"): void {
    const side = comesFrom === "left" ? -1 : 1;
    const far = Math.max(40, Math.abs(to.x - from.x) / 2);
    const bend = comesFrom === "left" ? far : Math.min(far, farthestBack);
    const end = to.x + side * 4;
    this.#paths[kind].push(
      `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${end + side * bend} ${to.y} ${end} ${to.y}`,
    );
    const back = to.x + side * 8;
    this.#tip(kind, `M${back} ${to.y - 4.5}L${to.x} ${to.y}L${back} ${to.y + 4.5}z`);
  }

  #tip(kind: LineKind, path: string): void {
    this.#tips[kind === "lit" ? "lit" : "line"].push(path);
  }

  print(): string[] {
    const { line, perhaps, lit } = this.#paths;
    const path = (look: string, parts: readonly string[]): string[] =>
      parts.length === 0 ? [] : [`<path class="${look}" d="${parts.join("")}"/>`];
    return [
      ...path("line perhaps", perhaps),
      ...path("line", line),
      ...path("tip", this.#tips.line),
      ...path("lit", lit),
      ...path("lit-tip", this.#tips.lit),
    ];
  }
}
