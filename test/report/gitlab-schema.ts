import { Ajv, type ErrorObject } from "ajv";

// From the table of properties in GitLab's page about Code Quality, "Code Quality report format".
const schema = {
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", minLength: 1 },
      fingerprint: { type: "string", minLength: 1 },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        properties: {
          path: { type: "string", pattern: "^(?!\\.?/)" },
          lines: {
            type: "object",
            required: ["begin"],
            properties: { begin: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
};

const validate = new Ajv({ allErrors: true }).compile(schema);

/** What GitLab could not read in a Code Quality report; a fingerprint that is not unique would hide an entry. */
export function gitlabErrors(report: unknown): readonly (ErrorObject | string)[] {
  if (!validate(report)) return validate.errors ?? [];
  const prints = (report as readonly { fingerprint: string }[]).map((entry) => entry.fingerprint);
  return prints.filter((print, index) => prints.indexOf(print) !== index);
}
