import { DocumentPositions } from "../document-positions.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { StopReading, TreeBuilder } from "../tree-builder.ts";
import { compose } from "./compose.ts";
import { YamlReader } from "./yaml-reader.ts";

/**
 * Parses one YAML 1.2 document (core schema) to the JSON value that it stands for, as exactly as
 * JSON is parsed: duplicate keys are errors, a number that a double cannot hold keeps its digits,
 * `__proto__` is a key like any other, and every value has its place in the text, also in folded
 * and block scalars.
 *
 * What JSON has no counterpart of is an error: keys that are not text, `.inf` and `.nan`, tags other
 * than those of the core schema, several documents. Aliases stand for what they name, within a
 * bound. A date is text, and so are `yes`, `no`, `on` and `off`. Never throws.
 */
export function parseYaml(text: string): ParsedDocument {
  const tree = new TreeBuilder();
  const reader = new YamlReader(tree);
  try {
    const { contents, range } = compose(text);
    reader.read(contents, range[0]);
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    tree.errors.push(error.error);
  }
  const isRead = tree.errors.every(({ code }) => code === "duplicate-key");
  return {
    value: isRead ? tree.root?.value : undefined,
    errors: tree.errors,
    positions: new DocumentPositions(isRead ? tree.root : undefined, (string, part) =>
      reader.locateInString(string, part),
    ),
  };
}
