import {
  type BehaviourOptions,
  stubsOf,
  type CompiledPolicy,
  type Stub,
  type StubInput,
} from "@traffic-policy/policy-engine";
import {
  answersOf,
  openQuestions,
  type OpenQuestion,
} from "@traffic-policy/policy-engine/internal";
import { settingProblems, stubProblems } from "@traffic-policy/policy-engine/formats";
import { isJsonObject } from "@traffic-policy/policy-language";
import { didYouMean } from "@traffic-policy/policy-language/internal";
import { CommandError } from "../context.ts";
import type { SimulatingOptions } from "../program/options.ts";

/**
 * Parses the answers that `--option` gives to open questions of the service's documentation.
 *
 * @throws CommandError for an unknown question or answer
 */
export function behaviourOptions(options: SimulatingOptions): Partial<BehaviourOptions> {
  return Object.fromEntries(
    (options.option ?? []).map((text) => {
      const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const question = Object.hasOwn(openQuestions, name)
        ? openQuestions[name as keyof BehaviourOptions]
        : undefined;
      if (question === undefined) throw noQuestion(name === "" ? text : name);
      const answer = answerOf(question, value);
      if (answer !== undefined) return [name, answer];
      throw new CommandError(`--option: "${value}" is not a valid answer for ${name}.`, {
        help: answersOf(question),
      });
    }),
  );
}

function noQuestion(name: string): CommandError {
  return new CommandError(`--option: There is no option "${name}".`, {
    help:
      didYouMean(name, Object.keys(openQuestions)) ??
      "`traffic-policy simulate --options` lists all of them; write one as name=value.",
  });
}

function answerOf(question: OpenQuestion, text: string): unknown {
  if (question.answers !== undefined) {
    return question.answers.find((answer) => String(answer) === text);
  }
  if (Array.isArray(question.default)) return text === "" ? [] : text.split(",");
  if (typeof question.default === "number") return wholeNumber(text);
  return failure(text);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function failure(text: string): BehaviourOptions["failure"] | undefined {
  const status = wholeNumber(text);
  if (status !== undefined) return isStatus(status) ? { status, headers: {} } : undefined;
  try {
    const value = JSON.parse(text) as unknown;
    if (!isJsonObject(value)) return undefined;
    const { status: own, headers = {}, ...rest } = value as Record<string, unknown>;
    const isKnown = isStatus(own) && isJsonObject(headers) && Object.keys(rest).length === 0;
    if (!isKnown || Object.values(headers).some((one) => typeof one !== "string")) return undefined;
    return { status: own, headers: headers as Record<string, string> };
  } catch {
    return undefined;
  }
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 999;
}

/**
 * Parses the `--stub` effects of actions that are not simulated.
 *
 * @param policies - those with these actions
 * @throws CommandError for a malformed stub
 */
export function stubs(
  options: SimulatingOptions,
  ...policies: readonly CompiledPolicy[]
): Readonly<Record<string, Stub>> {
  const inputs = stubInputs(options);
  const [wrong] = stubProblems([{ stubs: inputs, pointer: "" }], ...policies);
  if (wrong !== undefined) throw new CommandError(`--stub: ${wrong.message}`, { help: wrong.help });
  return stubsOf(inputs);
}

/**
 * Parses the `--stub` effects as they stand in a case file.
 *
 * @throws CommandError for a malformed stub
 */
export function stubInputs(options: SimulatingOptions): Readonly<Record<string, StubInput>> {
  return Object.fromEntries(
    (options.stub ?? []).map((text) => {
      const [, type = "", does = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const input = inputOf(does);
      if (type !== "" && input !== undefined) return [type, input];
      throw new CommandError(`--stub: "${text}" is not a stub.`, {
        help: "Write the type and next, close, fail or a status, like jwt-validation=401, or JSON as in a case file.",
      });
    }),
  );
}

function inputOf(text: string): StubInput | undefined {
  if (text === "next" || text === "close" || text === "fail") return text;
  if (/^[1-9]\d\d$/.test(text)) return Number(text);
  const stub = text.startsWith("{") ? jsonOf(text) : undefined;
  const isStub = stub !== undefined && settingProblems({ stubs: { stub } }, "").length === 0;
  return isStub ? (stub as StubInput) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
