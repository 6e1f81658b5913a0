import { Type, type Static } from "@sinclair/typebox";
import type { LintRule } from "../rule.ts";
import type { RuleSetting } from "../settings.ts";

const text = (description: string) => Type.String({ minLength: 1, description });

const globs = (description: string, minItems: number) =>
  Type.Array(Type.String({ minLength: 1 }), { minItems, description });

const closed = { additionalProperties: false } as const;

// What a setting may be in detail is checked rule by rule, with the rule's own options.
const rules = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Unsafe<RuleSetting>({
      type: ["string", "array"],
      description:
        'A severity (`"error"`, `"warning"`, `"info"`, `"off"`), or a list of a severity and the options of the rule.',
    }),
    { description },
  );

/** The part `lint` of the configuration, as a JSON Schema. */
export const lintSchema = Type.Object(
  {
    extends: Type.Optional(
      Type.Unsafe<"recommended" | "strict">({
        type: "string",
        enum: ["recommended", "strict"],
        default: "recommended",
        description: "The severities of rules that are not set.",
      }),
    ),
    rules: Type.Optional(rules("How rules are set, by the rule's name.")),
    overrides: Type.Optional(
      Type.Array(
        Type.Object(
          {
            files: globs("Which files: globs, relative to the configuration.", 1),
            rules: rules("How rules are set for these files."),
          },
          closed,
        ),
        { description: "Other settings for some files; the last one that names a rule counts." },
      ),
    ),
    ignore: Type.Optional(
      globs("Files that are never linted: globs, relative to the configuration.", 0),
    ),
    ignoreFindings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            file: text("The policy's file, relative to the configuration."),
            rule: text("The lint rule whose findings are ignored."),
            policyRule: Type.Optional(text("Only findings in the policy's rule of this name.")),
            path: Type.Optional(
              text("Only findings at this JSON Pointer or below it, like `/inbound/0`."),
            ),
            why: text("Why they are ignored."),
          },
          closed,
        ),
        { description: "Findings that are left out, where no comment can say so." },
      ),
    ),
    baseline: Type.Optional(
      text("A file of findings that are known and left out, relative to the configuration."),
    ),
    customRules: Type.Optional(
      Type.Unsafe<Readonly<Record<string, LintRule>>>({
        type: "object",
        description: "Rules of your own by their name, like `mine/no-deny`; only in code.",
      }),
    ),
  },
  { ...closed, description: "How `lint` works." },
);

/** The part `lint` of a configuration. */
export type LintConfiguration = Static<typeof lintSchema>;
