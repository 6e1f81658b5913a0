import type { ArgumentPath, Origin, BasePolicy } from "@traffic-policy/policy-builder";
import {
  noEnvironment,
  noPolicy,
  notJsonText,
  throwsText,
} from "@traffic-policy/policy-builder/code";
import { isPolicyBuilder } from "@traffic-policy/policy-builder/is-policy-builder";
import { isJsonObject, serialize } from "@traffic-policy/policy-language";
import { firstSentence, TextPositions } from "@traffic-policy/policy-language/internal";
import type { BuiltPolicy, Problem } from "../work/messages.ts";
import { CodePlaces } from "./code-places.ts";
import { ModuleProblem, prepareModule, tooDeep, type Builders } from "./prepare-module.ts";

export type ModuleResult =
  | { readonly state: "built"; readonly policy: BuiltPolicy }
  | { readonly state: "refused"; readonly problem: Problem };

export interface ModuleHost {
  readonly builders: Builders;
  urlOf(code: string): string;
  load(url: string): Promise<Readonly<Record<string, unknown>>>;
}

const moduleName = "policy.ts";

/**
 * Runs a module and takes its policy: the default export, or the only policy among its named exports. Never rejects:
 * each failure is a sentence.
 */
export async function runModule(text: string, host: ModuleHost): Promise<ModuleResult> {
  try {
    return await run(text, host);
  } catch (error) {
    return refused(problemOf(error, text));
  }
}

async function run(text: string, host: ModuleHost): Promise<ModuleResult> {
  const module = prepareModule(text, host.builders);
  const places = new CodePlaces(module);
  // Ours is the last name, so that it counts.
  const url = host.urlOf(`${module.code}\n//# sourceURL=${moduleName}`);
  const isModule = ({ file }: Pick<Frame, "file">): boolean => file === moduleName || file === url;
  try {
    const exports = await host.load(url);
    return { state: "built", policy: built(policyIn(exports), places, isModule) };
  } catch (error) {
    if (error instanceof ModuleProblem) throw error;
    return refused(thrownProblem(error, places, isModule));
  }
}

function policyIn(exports: Readonly<Record<string, unknown>>): BasePolicy | object {
  const { default: main, ...others } = exports;
  if (isPolicyBuilder(main)) return main;
  if (typeof main === "function") {
    throw new ModuleProblem(noEnvironment, undefined, "Export the policy for one of them.");
  }
  if (isJsonObject(main)) return main;
  const [named, ...more] = [...new Set(Object.values(others))].filter(isPolicyBuilder);
  if (named !== undefined && more.length === 0 && main === undefined) return named;
  throw new ModuleProblem(noPolicy.message, undefined, noPolicy.help);
}

function built(policy: BasePolicy | object, places: CodePlaces, isModule: IsModule): BuiltPolicy {
  if (!isPolicyBuilder(policy)) {
    return { language: "typescript", text: textOf(policy), places: {} };
  }
  const { protocol } = policy;
  const origins: ReadonlyMap<string, Origin> = policy.origins();
  return {
    language: "typescript",
    text: textOf(policy),
    ...(protocol !== undefined && { protocol }),
    places: Object.fromEntries(
      [...origins]
        .filter(([, origin]) => isModule(origin))
        .map(([pointer, origin]) => [pointer, places.ofCall(origin)]),
    ),
  };
}

function textOf(policy: BasePolicy | object): string {
  try {
    return isPolicyBuilder(policy) ? policy.toString() : serialize(policy);
  } catch (error) {
    throw new ModuleProblem(notJsonText(error));
  }
}

interface BuilderError extends Error {
  readonly origin?: Origin;
  readonly argumentPath?: ArgumentPath;
}

function thrownProblem(error: unknown, places: CodePlaces, isModule: IsModule): Problem {
  const { isError, name, message, stack, origin, argumentPath } = readable(error);
  if (!isError) return { message: `It throws ${firstSentence(message)}` };
  const frames = framesOf(stack);
  const from = origin !== undefined && isModule(origin) ? origin : frames.find(isModule);
  const place = from && places.ofCall(from, argumentPath);
  // What the builder throws says all by itself.
  const isOurs = frames[0] !== undefined && !isModule(frames[0]);
  return {
    message:
      isOurs && !/call stack/.test(message)
        ? firstSentence(message)
        : throwsText({ name, message }),
    ...(place && { place }),
  };
}

/** Reads an error safely: a getter or a proxy in thrown values may itself throw. */
function readable(error: unknown): {
  readonly isError: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly origin?: Origin;
  readonly argumentPath?: ArgumentPath;
} {
  try {
    if (!(error instanceof Error)) {
      const message = typeof error === "object" ? JSON.stringify(error) : String(error);
      return { isError: false, name: "", message, stack: "" };
    }
    const { name, message, stack = "", origin, argumentPath } = error as BuilderError;
    return {
      isError: true,
      name: String(name),
      message: String(message),
      stack: String(stack),
      ...(origin && { origin }),
      ...(argumentPath && { argumentPath }),
    };
  } catch {
    return { isError: false, name: "", message: "something that cannot be read.", stack: "" };
  }
}

type IsModule = (frame: Pick<Frame, "file">) => boolean;

interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the frames of a stack, innermost first. */
function framesOf(stack: string): Frame[] {
  return stack.split("\n").flatMap((text) => {
    const [, file = "", line, column] =
      /^\s*(?:at (?:async )?|[^@]*@)(?:.*? \()?(\S+?):(\d+):(\d+)\)?$/.exec(text) ?? [];
    return file === "" ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
}

function problemOf(error: unknown, text: string): Problem {
  if (error instanceof ModuleProblem) {
    const { message, help, start } = error;
    const of = { message, ...(help !== undefined && { help }) };
    if (start === undefined) return of;
    const { line, column } = new TextPositions(text).at(start);
    return { ...of, place: { line, column, endLine: line, endColumn: column } };
  }
  // The stack is not deep enough for what is nested thousands of times.
  if (error instanceof RangeError) return { message: tooDeep };
  return { message: throwsText(error instanceof Error ? error : new Error(String(error))) };
}

function refused(problem: Problem): ModuleResult {
  return { state: "refused", problem: { ...problem, input: "policy" } };
}
