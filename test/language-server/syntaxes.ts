import { parse } from "yaml";
import { positionOf } from "./client-text.ts";
import type { TestEncoding } from "./editor.ts";

/** What marks a place in a text of a test. */
export const mark = "‸";

/** A text without its mark, and the position of that as a client counts. */
export function unmarked(
  text: string,
  encoding: TestEncoding = "utf-16",
): { readonly text: string; readonly position: ReturnType<typeof positionOf> } {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error("The text has no mark.");
  const rest = text.slice(0, at) + text.slice(at + 1);
  return { text: rest, position: positionOf(rest, at, encoding) };
}

/** A way to write a condition, in a document of its own. */
interface Syntax {
  readonly name: string;
  readonly uri: string;
  /** The document with a condition, before which others stand in the same line. */
  readonly write: (condition: string) => string;
  /** The condition that a document has, without those before it. */
  readonly read: (text: string) => string;
  /** A part of the condition as it is written there. */
  readonly part: (text: string) => string;
}

/** Characters of two, three and four bytes, and of two units. */
const before = ["req.host != 'größe'", "req.url.path != '/€/🙂'"];

const as = (given: string): string => given;
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
/** With escapes for all that can have one. */
const escaped = (text: string): string =>
  inJson(text).replaceAll(
    /[ü'=€]|[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const json = (condition: string): string =>
  `{"inbound": [{"name": "Größe 📏", "expressions": ["${condition}"], "actions": [{"type": "deny"}]}]}`;
const yaml = (condition: string): string =>
  `# Größe 📏\ninbound:\n  - name: Größe 📏\n    expressions:\n      - ${condition}\n    actions:\n      - type: deny\n`;
const whole = (condition: string): string => [...before, condition].join(" && ");

function conditionIn(text: string): string {
  const { inbound } = parse(text) as { inbound: { expressions: string[] }[] };
  return inbound[0]?.expressions[0]?.trimEnd().slice(whole("").length) ?? "";
}

const policy = { read: conditionIn, part: as };

/** The syntaxes that a condition can be written in. */
const syntaxes: readonly Syntax[] = [
  {
    ...policy,
    name: "JSON",
    uri: "file:///work/web.policy.json",
    write: (condition) => json(inJson(whole(condition))),
    part: inJson,
  },
  {
    ...policy,
    name: "JSON with escapes and CRLF",
    uri: "file:///work/web.policy.json",
    write: (condition) => json(escaped(whole(condition))).replaceAll(', "', ',\r\n\t"'),
    part: escaped,
  },
  {
    ...policy,
    name: "plain YAML",
    uri: "file:///work/web.policy.yaml",
    write: (condition) => yaml(whole(condition)),
  },
  {
    ...policy,
    name: "quoted YAML",
    uri: "file:///work/web.policy.yml",
    write: (condition) => yaml(`'${whole(condition).replaceAll("'", "''")}'`),
    part: (text) => text.replaceAll("'", "''"),
  },
  {
    ...policy,
    name: "double-quoted YAML",
    uri: "file:///work/web.policy.yml",
    write: (condition) => yaml(`"${inJson(whole(condition))}"`),
    part: inJson,
  },
  {
    ...policy,
    name: "a block of YAML",
    uri: "file:///work/web.policy.yaml",
    write: (condition) => yaml(`|\n          ${whole(condition)}`),
  },
  {
    ...policy,
    name: "folded YAML",
    uri: "file:///work/web.policy.yaml",
    write: (condition) =>
      yaml(`>-\n          ${before[0]}\n          && ${before[1]} && ${condition}`),
  },
  {
    ...policy,
    name: "folded YAML with CRLF",
    uri: "file:///work/web.policy.yaml",
    write: (condition) =>
      yaml(`>-\n          ${before[0]}\n          && ${before[1]} && ${condition}`).replaceAll(
        "\n",
        "\r\n",
      ),
  },
  {
    name: "a template of TypeScript",
    uri: "file:///work/web.ts",
    write: (condition) =>
      `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";\n\nexport default policy().inbound(rule("Größe 📏").when(cel\`${whole(condition)}\`).do(deny()));\n`,
    read: (text) => /cel`([^`]*)/.exec(text)?.[1]?.slice(whole("").length) ?? "",
    part: as,
  },
];

export const encodings: readonly TestEncoding[] = ["utf-16", "utf-8"];

/** Each syntax in each encoding. */
export const everySyntax = encodings.flatMap((encoding) =>
  syntaxes.map((syntax) => ({ ...syntax, encoding })),
);
