import { argumentOf, callsIn, type SyntaxNode } from "@traffic-policy/policy-builder/code";
import type { ArgumentPath, Origin } from "@traffic-policy/policy-builder";
import { TextPositions } from "@traffic-policy/policy-language/internal";
import type { Place } from "../work/messages.ts";
import type { PreparedModule } from "./prepare-module.ts";

/** Maps places in running code back to the source. */
export class CodePlaces {
  readonly #module: PreparedModule;
  readonly #positions: TextPositions;
  readonly #lineStarts: readonly number[];
  #calls: ReadonlyMap<number, SyntaxNode> | undefined;

  constructor(module: PreparedModule) {
    this.#module = module;
    this.#positions = new TextPositions(module.parsed.text);
    this.#lineStarts = [0, ...[...module.code.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(endOf)];
  }

  ofCall(origin: Pick<Origin, "line" | "column">, path?: ArgumentPath): Place {
    const offset = this.#offsetOf(origin);
    const call = (this.#calls ??= callsIn(this.#module.parsed)).get(offset);
    const argument = call && argumentOf(call, path);
    if (argument !== undefined) return this.at(argument.start, argument.end);
    const { text } = this.#module.parsed;
    // A template that is tagged is where its quotes begin.
    const [name = ""] = /^(?:[\p{ID_Continue}$]+|`)/u.exec(text.slice(offset, offset + 200)) ?? [];
    return this.at(offset, offset + name.length);
  }

  at(start: number, end: number = start): Place {
    const from = this.#positions.at(start);
    const to = this.#positions.at(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  #offsetOf({ line, column }: Pick<Origin, "line" | "column">): number {
    const start = this.#lineStarts[line - 1] ?? 0;
    return this.#module.offsetOf(start + column - 1);
  }
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}
