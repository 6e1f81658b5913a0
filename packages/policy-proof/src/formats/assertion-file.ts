import type { CaseSettings, Expectation } from "@traffic-policy/policy-engine";
import {
  FormatError,
  patternProblems,
  settingProblems,
  type CaseEnvironments,
} from "@traffic-policy/policy-engine/formats";
import {
  describeParseError,
  isJsonObject,
  parseExpression,
  printExpression,
  toPointer,
  type Expression,
  type Part,
  type Problem,
  type Protocol,
} from "@traffic-policy/policy-language";
import { schemaProblems, suggestion } from "@traffic-policy/policy-language/internal";
import type { Assertion } from "../assertion.ts";
import {
  assertionFileSchema,
  outcomeWords,
  type AssertionFile,
  type ExchangeFields,
  type OutcomeWord,
} from "./assertion-schema.ts";
import { conditionOfFields, fieldProblems } from "./condition-of-fields.ts";

/** A condition of the builder: anything that knows its tree. */
export interface BuiltCondition {
  /** The tree of the condition. */
  toExpression(): Expression;
  /** The CEL text. */
  toString(): string;
}

/** Selects the exchanges of an assertion: CEL, a condition of the builder, or fields. */
export type WrittenCondition = string | BuiltCondition | ExchangeFields;

/** An assertion as it is written, in a file or in code. */
export type WrittenAssertion = CaseSettings & {
  readonly name: string;
  /** The environments that it is for, by name; all of them when left out. */
  readonly environments?: readonly string[];
  /** The exchanges that it is about, all conditions of a list together; every exchange when left out. */
  readonly when?: WrittenCondition | readonly WrittenCondition[];
} & (
    | {
        /** The result that each of the exchanges must have. */
        readonly always: OutcomeWord | Expectation;
        readonly never?: undefined;
      }
    | {
        /** The result that none of the exchanges may have. */
        readonly never: OutcomeWord | Expectation;
        readonly always?: undefined;
      }
  );

/** The assertions of a file, with what holds for all of them; what a module with assertions exports. */
export interface AssertionFileContents extends CaseSettings {
  /** The protocol of the policy, if the policy does not declare it. */
  readonly protocol?: Protocol;
  /** The environments that the assertions are for, by name; all of them when left out. */
  readonly environments?: readonly string[];
  readonly assertions: readonly WrittenAssertion[];
}

/** An assertion as it is proved: its conditions in CEL, and what is expected as in a case. */
export interface ReadAssertion extends Assertion {
  readonly when?: readonly string[];
  readonly always?: Expectation;
  readonly never?: Expectation;
}

/** An assertion of a file. */
export interface LoadedAssertion {
  readonly assertion: ReadAssertion;
  /** How exchanges are simulated for it, the settings of the file included. */
  readonly settings: CaseSettings;
  /** JSON Pointer into the file: `/assertions/3`. */
  readonly pointer: string;
  /** The conditions that `when` is made of. */
  readonly conditions: readonly LoadedCondition[];
  /** The environments that it is for; nothing for all of them. */
  readonly environments?: CaseEnvironments;
}

/** One condition of `when`. */
export interface LoadedCondition {
  /** CEL; of fields, what they mean. */
  readonly text: string;
  readonly written: string | ExchangeFields;
  /** JSON Pointer into the file. */
  readonly pointer: string;
}

/** The assertions of a file. */
export interface LoadedAssertions {
  readonly protocol: Protocol | undefined;
  readonly settings: CaseSettings;
  readonly assertions: readonly LoadedAssertion[];
}

export type PartProblem = Omit<Problem, "part"> & { readonly part?: Part };

/**
 * Checks all that a file says of assertions, as far as it can be checked without their policy.
 *
 * @param value - the JSON value of the file; of a module, what it exports, without the policy
 * @throws FormatError when something in it is not as it should be
 */
export function readAssertions(value: unknown): LoadedAssertions {
  const file = dataOf(value, []) as AssertionFile;
  for (const problem of problemsOf(file)) throw new FormatError(problem);
  const { protocol, environments } = file;
  const settings = settingsOf(file);
  const assertions = file.assertions.map((one, index): LoadedAssertion => {
    const pointer = `/assertions/${index}`;
    const conditions = conditionsOf(one.when, `${pointer}/when`);
    const when = conditions.map(({ text }) => text);
    const names = one.environments ?? environments;
    const at = one.environments === undefined ? "" : pointer;
    const { options, stubs } = settingsOf(one);
    return {
      assertion: {
        name: one.name,
        ...(conditions.length > 0 && { when }),
        ...(one.always === undefined
          ? { never: expectationOf(one.never) }
          : { always: expectationOf(one.always) }),
      },
      settings: {
        options: { ...settings.options, ...options },
        stubs: { ...settings.stubs, ...stubs },
      },
      pointer,
      conditions,
      ...(names && { environments: { names, pointer: `${at}/environments` } }),
    };
  });
  return { protocol, settings, assertions };
}

function settingsOf({ options, stubs }: Pick<AssertionFile, "options" | "stubs">): CaseSettings {
  return { ...(options && { options }), ...(stubs && { stubs }) } as CaseSettings;
}

function expectationOf(written: AssertionFile["assertions"][number]["always"]): Expectation {
  return typeof written === "string" ? { outcome: written } : ((written ?? {}) as Expectation);
}

function conditionsOf(
  written: AssertionFile["assertions"][number]["when"],
  path: string,
): LoadedCondition[] {
  if (written === undefined) return [];
  return listOf(written, path).map(({ one, pointer }) => {
    const text = typeof one === "string" ? one : printExpression(conditionOfFields(one));
    return { text, written: one, pointer };
  });
}

function listOf<T extends string | object>(
  written: T | readonly T[],
  path: string,
): { readonly one: T; readonly pointer: string }[] {
  if (!Array.isArray(written)) return [{ one: written as T, pointer: path }];
  return (written as readonly T[]).map((one, index) => ({ one, pointer: `${path}/${index}` }));
}

function problemsOf(file: AssertionFile): readonly PartProblem[] {
  const found = schemaProblems(assertionFileSchema, file);
  if (found.length > 0) return found;
  return [
    ...settingProblems(file, ""),
    ...file.assertions.flatMap((one, index) => {
      const path = `/assertions/${index}`;
      return [
        ...settingProblems(one, path),
        ...outcomeProblems(one, path),
        ...(one.when === undefined ? [] : whenProblems(one.when, `${path}/when`)),
      ];
    }),
  ];
}

function outcomeProblems(
  { always, never }: AssertionFile["assertions"][number],
  path: string,
): Problem[] {
  if (always !== undefined && never !== undefined) {
    const message = 'There are both "always" and "never".';
    const help = "Make two assertions of it.";
    return [{ path: `${path}/never`, part: "key", message, help }];
  }
  const key = always === undefined ? "never" : "always";
  const written = always ?? never;
  if (written === undefined) {
    const message = "The assertion asserts nothing.";
    return [{ path, message, help: 'Add "always" or "never", such as always: denied.' }];
  }
  const at = `${path}/${key}`;
  if (typeof written !== "string") return patternProblems(written, at);
  if ((outcomeWords as readonly string[]).includes(written)) return [];
  const message = `${JSON.stringify(written)} is not an outcome.`;
  // "deny" and "denies" are both far from "denied".
  const meant = outcomeWords.find((word) => word.slice(0, 3) === written.slice(0, 3).toLowerCase());
  const help = suggestion(meant) ?? `The outcomes are ${outcomeWords.join(", ")}.`;
  return [{ path: at, message, help }];
}

function whenProblems(
  when: NonNullable<AssertionFile["assertions"][number]["when"]>,
  path: string,
): PartProblem[] {
  return listOf(when, path).flatMap(({ one, pointer }) =>
    typeof one === "string"
      ? conditionProblems(one, pointer)
      : [...fieldProblems(one, pointer), ...patternProblems(one, pointer)],
  );
}

function conditionProblems(text: string, path: string): PartProblem[] {
  const parsed = parseExpression(text);
  return parsed.ok ? [] : [{ path, part: parsed.error.span, ...describeParseError(parsed.error) }];
}

/**
 * Converts the export of a module to the form of a file: conditions of the builder become text.
 *
 * @param path - the enclosing values, outermost first, each with the key of the next
 * @throws FormatError for values that cannot be proved, or are not data
 */
function dataOf(value: unknown, path: readonly (readonly [object, string | number])[]): unknown {
  if (typeof value !== "object" && typeof value !== "function") return value;
  if (value === null) return value;
  const at = toPointer(path.map(([, key]) => key));
  const refuse = (message: string, help: string): FormatError =>
    new FormatError({ path: at, message, help });
  if (isBuilt(value)) return value.toString();
  if (typeof value === "function") {
    throw refuse("A function cannot be proved.", "Write as data what it would say.");
  }
  if (value instanceof RegExp) {
    throw refuse(
      "A regular expression of JavaScript cannot be proved.",
      'Write it as RE2: { matches: "…" }.',
    );
  }
  if (path.some(([outer]) => outer === value)) {
    throw refuse(`${at} contains itself.`, "Write the value out instead.");
  }
  if (Array.isArray(value)) return value.map((item, key) => dataOf(item, [...path, [value, key]]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => (member as unknown) !== undefined)
      .map(([key, member]) => [key, dataOf(member, [...path, [value, key]])]),
  );
}

function isBuilt(value: object): value is BuiltCondition {
  return "toExpression" in value && typeof value.toExpression === "function";
}
