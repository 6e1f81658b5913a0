import {
  Type,
  type Static,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from "@sinclair/typebox";

export interface JsonOutput {
  /** The name of its schema: `lint` is in `schema/lint.schema.json`. */
  readonly name: string;
  readonly schema: TSchema;
  readonly commands: readonly string[];
}

/** @param commands - the commands that print it; by default the command of the same name */
export const output = (name: string, schema: TSchema, commands = [name]): JsonOutput => ({
  name,
  schema,
  commands,
});

/** An object with these keys and no others. */
export const object = <T extends TProperties>(description: string, properties: T) =>
  Type.Object(properties, { additionalProperties: false, description });

/** An optional key, because JSON has no `undefined`. */
export const optional = <T extends TSchema>(schema: T) =>
  Type.Optional(schema) as unknown as TOptional<TUnsafe<Static<T> | undefined>>;

export const text = (description: string) => Type.String({ description });

export const whole = (description: string) => Type.Integer({ description });

export const flag = (description: string) => Type.Boolean({ description });

export const list = <T extends TSchema>(items: T, description: string) =>
  Type.Unsafe<readonly Static<T>[]>(Type.Array(items, { description }));

export const objects = <T extends TProperties>(description: string, item: string, properties: T) =>
  list(object(item, properties), description);

export const any = (description: string) => Type.Unknown({ description });

export const words = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: "string", enum: [...values], description });

/** The first key of every output. Any change that is not a pure addition increases the number. */
export const version = { version: Type.Literal(1, { description: "The version of this format." }) };

export const pointer = text("JSON Pointer into the policy document.");

export const position = object("A place in a file.", {
  line: whole("From 1."),
  column: whole("From 1, in UTF-16 units."),
});

export const range = object("Where it is in the file.", {
  file: text("The file, relative to the working directory."),
  start: position,
  end: object("Where it ends.", {
    line: whole("From 1."),
    column: whole("After the last character."),
  }),
});

export const span = object("UTF-16 offsets in the text.", {
  start: whole("The first unit."),
  end: whole("The unit after the last one."),
});

export const notChecked = object("A file or a policy that was left out.", {
  file: text("The file, relative to the working directory; for one of its policies, its path."),
  reason: text("Why, in a few words behind its name: `used by no target`."),
  isEndpoint: optional(
    flag("Set by `audit --site` for an endpoint, or what becomes one: nothing is known of it."),
  ),
});

export const place = {
  target: text("The name of the target."),
  kind: words(
    ["tcp-edge", "https-route", "cloud-endpoint"],
    "What kind of place holds the policy.",
  ),
  edge: optional(text("The identifier of the edge, for a `tcp-edge` and an `https-route`.")),
  route: optional(text("The identifier of the route, for an `https-route`.")),
  endpoint: optional(text("The identifier of the endpoint, for a `cloud-endpoint`.")),
};

export const change = object("One difference between the stored and the local policy.", {
  kind: words(
    ["added", "removed", "moved", "changed", "enabled"],
    "What happened to it; `enabled` is about the whole policy.",
  ),
  path: text("JSON Pointer to the rule, or for `changed` to the very field."),
  rule: optional(text("The name of the rule, if it has one.")),
  before: optional(
    any("What the service stores; for `moved` the rule's index. Omitted where there is none."),
  ),
  after: optional(any("What the local policy has; for `moved` the rule's index.")),
});

export const storedNote = text(
  "If what is stored is not JSON: that it is YAML, or why it cannot be read. The change of the whole document then holds it as text.",
);

const reason = {
  message: text("What is wrong, in a sentence."),
  help: optional(text("What to do.")),
};

export const error = object("Why it could not be done.", reason);

export const errorWithChanges = object("Why it is not `applied`.", {
  ...reason,
  changes: optional(list(change, "What somebody else changed, if that is why.")),
});

export const severity = (description: string) => words(["error", "warning", "info"], description);

export const setSeverity = (description: string) =>
  words(["error", "warning", "info", "off"], description);
