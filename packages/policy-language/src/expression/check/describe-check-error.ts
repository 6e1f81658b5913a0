import type { CheckError, CheckErrorCode } from "./check-error.ts";
import { habitHelp } from "./habits.ts";

interface Sentence {
  readonly message: string;
  readonly help?: string;
}

type Args = Readonly<Record<string, string>>;

/** Puts an error of the checker into words: what is wrong, and what to do if that is known. */
export function describeCheckError({ code, args, suggestion }: CheckError): Sentence {
  const { message, help } = sentences[code](args);
  const shown =
    suggestion === undefined
      ? (habitHelp(code, args["name"] ?? "") ?? help)
      : `Did you mean ${suggestion}?`;
  return shown === undefined ? { message } : { message, help: shown };
}

const sentences: Record<CheckErrorCode, (args: Args) => Sentence> = {
  "unknown-variable": ({ name }) => ({
    message: `There is no variable ${name}.`,
    ...(name?.includes(".") ? {} : { help: "If it is meant as text, put it in quotes." }),
  }),
  "unknown-function": ({ name, help }) => ({
    message: `There is no function ${name}().`,
    ...(help === undefined ? {} : { help }),
  }),
  "unknown-method": ({ name, type }) => ({ message: `A ${type} has no method ${name}().` }),
  "unknown-field": ({ name, type }) => ({ message: `A ${type} has no field ${name}.` }),
  "namespace-as-value": ({ name, fields }) => ({
    message: `${name} is only the beginning of other names, not a value.`,
    help: `It goes on with ${fields}.`,
  }),
  "unavailable-here": ({ name, place, elsewhere }) => ({
    message: `${name} does not exist ${place}.`,
    ...(elsewhere === undefined ? {} : { help: `It exists ${elsewhere}.` }),
  }),
  "wrong-argument-types": ({ name, given, expected, help = `It takes ${expected}.` }) => ({
    message: `${name} cannot be called with ${given}.`,
    help,
  }),
  "wrong-argument-count": ({ name, given, expected }) => ({
    message: `${name}() is called with ${given}.`,
    help: `It takes ${expected}.`,
  }),
  "no-such-operator": ({ operator, left, right, help }) => ({
    message: `${operator} does not work between ${left} and ${right}.`,
    ...(help === undefined ? {} : { help }),
  }),
  "not-a-boolean-operand": ({ operator, type, help = "Compare it with something." }) => ({
    message: `${operator} needs a bool here, not ${type}.`,
    help,
  }),
  "not-indexable": ({ type }) => ({
    message: `A ${type} has no elements to take with [ ].`,
  }),
  "wrong-key-type": ({ type, given, expected }) => ({
    message: `A ${type} is not indexed by ${given}.`,
    help: `It takes ${expected}.`,
  }),
  "macro-misuse": ({ name, reason, form }) => ({
    message: `${name}() is used wrongly: ${reason}.`,
    help: `Write ${form}.`,
  }),
  "invalid-regular-expression": ({ reason }) => ({
    message: `The regular expression is not RE2: ${reason}.`,
    help: "RE2 has no look-around and no back-references.",
  }),
  "invalid-cidr": ({ value }) => ({
    message: `"${value}" is not a CIDR.`,
    help: "Write an address and the length of its prefix, like 192.0.2.0/24 or 2001:db8::/32.",
  }),
  "invalid-timestamp": ({ value }) => ({
    message: `"${value}" is not a timestamp.`,
    help: "Write date, time and zone as RFC 3339 has them, like 2024-01-31T00:00:00Z.",
  }),
  "invalid-duration": ({ value }) => ({
    message: `"${value}" is not a duration.`,
    help: "Write numbers with their unit, like 90s, 1h30m or 250ms.",
  }),
};
