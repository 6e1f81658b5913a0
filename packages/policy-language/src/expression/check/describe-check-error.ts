import { shortened } from "../../shortened.ts";
import type { CheckError, CheckErrorCode } from "./check-error.ts";
import { habitHelp } from "./habits.ts";

interface Sentence {
  readonly message: string;
  readonly help?: string;
}

type Args = Readonly<Record<string, string>>;

/** Puts an error of the checker into words: what is wrong, and what to do if that is known. */
export function describeCheckError({ code, args, suggestion }: CheckError): Sentence {
  const { message, help } = sentences[code](shortenedArgs(args));
  const shown =
    suggestion === undefined
      ? (habitHelp(code, args["name"] ?? "") ?? help)
      : `Did you mean ${shortened(suggestion)}?`;
  return shown === undefined ? { message } : { message, help: shown };
}

/** What does not come from the expression, but from the catalogue or from here. */
const known: ReadonlySet<string> = new Set(["elsewhere", "expected", "fields", "form", "help"]);

function shortenedArgs(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).map(([key, text]) => [key, known.has(key) ? text : shortened(text)]),
  );
}

// In the words of RE2.
const patternHelp: readonly (readonly [beginning: string, help: string])[] = [
  ["invalid or unsupported Perl syntax", "RE2 has no look-around and no back-references."],
  ["invalid escape sequence", "RE2 has no look-around and no back-references."],
  [
    "missing argument to repetition operator",
    "Write what is repeated before it; for the sign itself put it in square brackets.",
  ],
  ["missing closing )", "Close the group, or write [(] for the sign itself."],
  ["missing closing ]", "Close the bracket, or write [[] for the sign itself."],
  ["unexpected )", "Open the group, or write [)] for the sign itself."],
  ["invalid repeat count", "RE2 repeats something 1000 times at most."],
];

function helpForPattern(reason: string): { help?: string } {
  const help = patternHelp.find(([beginning]) => reason.startsWith(beginning))?.[1];
  return help === undefined ? {} : { help };
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
  "unknown-method": ({ name, type }) => ({ message: `${typed(type)} has no method ${name}().` }),
  "unknown-field": ({ name, type }) => ({ message: `${typed(type)} has no field ${name}.` }),
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
    message:
      left === undefined
        ? `${operator} needs an int or a double, not ${right}.`
        : `${operator} does not work between ${left} and ${right}.`,
    ...(help === undefined ? {} : { help }),
  }),
  "not-a-boolean-operand": ({ operator, type, help = "Compare it with something." }) => ({
    message: `${operator} needs a bool here, not ${type}.`,
    help,
  }),
  "not-indexable": ({ type }) => ({
    message: `${typed(type)} has no elements to take with [ ].`,
  }),
  "wrong-key-type": ({ type, given, expected }) => ({
    message: `${typed(type)} is not indexed by ${given}.`,
    help: `It takes ${expected}.`,
  }),
  "macro-misuse": ({ name, reason, form }) => ({
    message: `${name}() is used wrongly: ${reason}.`,
    help: `Write ${form}.`,
  }),
  "invalid-regular-expression": ({ reason }) => ({
    message: `The regular expression is not RE2: ${reason}.`,
    ...(reason === undefined ? {} : helpForPattern(reason)),
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
    help: "Write numbers with their unit, like 90s, 1h30m or 250ms; 2562047h at most.",
  }),
  "invalid-time-zone": ({ value }) => ({
    message: `There is no time zone "${value}".`,
    help: "Write a name of the IANA list in its own spelling, like Europe/Oslo, UTC, or an offset like +02:00.",
  }),
};

/** A type at the beginning of a sentence. "uint" is spoken with a consonant. */
function typed(type: string | undefined): string {
  return `${/^[aeio]/i.test(type ?? "") ? "An" : "A"} ${type}`;
}
