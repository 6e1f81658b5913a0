import { posix } from "node:path";
import { parse } from "yaml";
import type { PlaygroundState } from "../../../packages/playground/src/link/state.ts";
import { commandState } from "./commands.ts";
import { documentIn, NotOpened, policyIn, policyOfDocument } from "./files.ts";

/** A block of code in a page. */
export interface ShownBlock {
  /** What stands behind the backticks. */
  readonly info: string;
  readonly text: string;
}

/** A page with its blocks, in order. */
export interface ShownPage {
  /** Relative to `docs`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly ShownBlock[];
}

/** A policy, or something about one, that a block shows. */
export interface Example {
  /** A file, a command or the example of a rule. */
  readonly name: string;
  /** What the playground is opened with, or why it is not: a sentence. */
  readonly opens: PlaygroundState | string;
}

/** What the blocks of a page show of policies, each in its place; nothing for a block that shows nothing of any. */
export function examplesOf(page: ShownPage): (readonly Example[])[] {
  return page.blocks.map((block, index) => {
    const [language = "", source = ""] = block.info.split(" ");
    const [kind, path = ""] = source.split("=");
    if (/^rules\/.+\//.test(page.path) && index < 2) return [ruleExample(page, block, index)];
    if (language === "console") return commandExamples(block, path);
    if (kind === "file") return fileExamples(path, page);
    const isPolicy = kind === "policy" || (source === "" && isPolicyText(language, block.text));
    if (!isPolicy) return [];
    const policy = { language: language === "json" ? language : "yaml", text: block.text } as const;
    const name = path === "" ? "this policy" : `${posix.basename(path)} as JSON`;
    return [{ name, opens: { policy, pane: "outcome" } }];
  });
}

function example(name: string, state: () => PlaygroundState): Example {
  try {
    return { name, opens: state() };
  } catch (error) {
    if (error instanceof NotOpened) return { name, opens: error.message };
    throw error;
  }
}

/** The page of a rule begins with what is wrong and what is right. */
function ruleExample({ path, text }: ShownPage, block: ShownBlock, index: number): Example {
  const rule = path.replace(/^rules\/|\.md$/g, "");
  const name = `what is ${index === 0 ? "wrong" : "right"} for ${rule}`;
  return example(name, () => {
    if (/^Severity: \*\*off\*\*/m.test(text)) throw new NotOpened("The rule is off on the page.");
    const [, needs = ""] = /^The examples are linted with (.*)\.$/m.exec(text) ?? [];
    const [, protocol = needs === "" ? "http" : ""] = /^`--protocol (\w+)`$/.exec(needs) ?? [];
    if (protocol !== "http" && protocol !== "tcp") {
      throw new NotOpened(`The page has nothing for ${needs.replaceAll("`", "")}.`);
    }
    const language = block.info === "json" ? "json" : "yaml";
    return { policy: { language, text: block.text }, protocol, pane: "outcome" };
  });
}

function commandExamples({ text }: ShownBlock, folder: string): Example[] {
  const examples = [...text.matchAll(/^\$ (.*)$/gm)].flatMap(([, line = ""]) => {
    // What a folder is called that the page lets make is not one of the examples.
    const place = posix.join("docs/examples", folder);
    const one = example(line, () => commandState(line, place) ?? nothing);
    return one.opens === nothing ? [] : [one];
  });
  const first = examples.find(({ opens }) => typeof opens !== "string");
  return first === undefined ? examples : [first];
}

const nothing: PlaygroundState = { policy: { language: "json", text: "" } };

function fileExamples(file: string, page: ShownPage): Example[] {
  const name = posix.basename(file);
  const [, kind] = /\.(policy|cases|assertions)\.\w+$/.exec(file) ?? [];
  switch (kind) {
    case "policy":
      return [example(name, () => policyState(file, page))];
    case "cases":
    case "assertions":
      return [
        example(name, () => ({
          policy: policyIn(policyOfDocument(file).file),
          [kind]: documentIn(file),
          pane: kind === "cases" ? "cases" : "proof",
        })),
      ];
    default:
      return [];
  }
}

/** A policy with the cases and assertions for it that are on the same page. */
function policyState(file: string, { blocks }: ShownPage): PlaygroundState {
  const documents = (kind: "cases" | "assertions"): string[] =>
    blocks.flatMap(({ info }) => {
      const [, path = ""] = / file=(\S+\.(?:cases|assertions)\.(?:json|ya?ml))$/.exec(info) ?? [];
      return path.includes(`.${kind}.`) && isAbout(path, file) ? [documentIn(path)] : [];
    });
  const [cases] = documents("cases");
  const [assertions] = documents("assertions");
  return {
    policy: policyIn(file),
    ...(cases !== undefined && { cases }),
    ...(assertions !== undefined && { assertions }),
    pane: cases !== undefined ? "cases" : assertions !== undefined ? "proof" : "outcome",
  };
}

/** Whether cases or assertions are for a policy; not those whose policy a command of the page makes first. */
function isAbout(document: string, policy: string): boolean {
  try {
    return policyOfDocument(document).file === policy;
  } catch (error) {
    if (error instanceof NotOpened) return false;
    throw error;
  }
}

/** Whether a text is an object of lists of rules, and nothing else. */
function isPolicyText(language: string, text: string): boolean {
  if (!/^(?:json|ya?ml)$/.test(language)) return false;
  const sections: unknown[] = Object.values((parse(text) ?? {}) as object);
  const isRule = (one: unknown): boolean =>
    typeof one === "object" && one !== null && "actions" in one;
  return sections.length > 0 && sections.every((one) => Array.isArray(one) && one.every(isRule));
}
