import { Type } from "@sinclair/typebox";
import {
  json,
  list,
  object,
  optional,
  pointer,
  span,
  text,
  whole,
  words,
} from "../../report/schema.ts";

const headers = (description: string) =>
  Type.Unsafe<Readonly<Record<string, readonly string[]>>>(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: `${description}: name in lower case to the values.`,
    }),
  );

// `jsonWithBytes` writes bytes as this says.
const bytes = Type.Unsafe<Uint8Array>(
  object({ base64: text("The bytes in Base64.") }, "A body that is no text."),
);

const body = Type.Union([Type.String(), bytes], { description: "The body, when it is known." });

const action = object({ path: pointer, type: text("The type of the action.") }, "An action.");

const error = object({ message: text("One sentence."), span: optional(span) }, "What went wrong.");

const state = {
  state: words(["value", "error", "skipped"], "What evaluating it came to."),
  value: optional(json("The value; with the state `value`.")),
  error: optional(error),
};

const reference = Type.Unsafe({ $ref: "#/$defs/operand" });

export const operand = object(
  {
    kind: words(
      ["condition", "&&", "||", "!", "?:"],
      "The operator whose operands follow; a condition has none that are told of.",
    ),
    ...state,
    span: optional(span),
    decided: optional(
      Type.Literal(true, {
        description: "The operator around it has its result because of this operand.",
      }),
    ),
    variables: optional(
      list(
        object(
          { name: text("The full name."), value: optional(json("As JSON.")) },
          "A variable; without a value when it has none.",
        ),
        "The variables that a condition reads.",
      ),
    ),
    operands: optional(list(reference, "The operands, in order.")),
  },
  "One operand of an expression.",
);

const change = object(
  {
    what: words(
      ["url", "request-header", "response-header", "status", "body"],
      "What was changed.",
    ),
    name: optional(text("Of a header: its name in lower case.")),
    before: json("Before; `null` when there was none."),
    after: json("After; `null` when there is none."),
  },
  "What an action changed.",
);

export const trace = object(
  {
    rules: list(
      object(
        {
          path: pointer,
          name: optional(text("The name of the rule.")),
          result: words(
            ["matched", "not-matched", "failed", "skipped"],
            "What became of it; `skipped` when it was not reached.",
          ),
          expressions: list(
            object(
              {
                path: pointer,
                text: text("The expression."),
                ...state,
                operand: optional(reference),
              },
              "One expression of the rule.",
            ),
            "The expressions, in order.",
          ),
          actions: list(
            object(
              {
                path: pointer,
                type: text("The type of the action."),
                result: words(
                  ["done", "ended", "failed", "not-simulated", "skipped"],
                  "What became of it; `ended` when it ended processing.",
                ),
                changes: list(change, "What it changed, in order."),
                note: optional(text("What else it did, or why it did nothing.")),
              },
              "One action of the rule.",
            ),
            "The actions, in order.",
          ),
        },
        "One rule.",
      ),
      "All rules of all directions, in order.",
    ),
  },
  "How it came about; with `--trace`.",
);

export const outcome = {
  result: words(
    ["forwarded", "answered", "closed", "failed"],
    "Whether the upstream is reached, the policy answers, closes the connection, or something fails.",
  ),
  directions: list(
    object(
      {
        direction: text("`inbound` or `outbound`."),
        result: words(["completed", "ended", "failed", "skipped"], "How its rules ended."),
        by: optional(action),
      },
      "How the rules of one direction ended, and by which action.",
    ),
    "The directions, in order.",
  ),
  request: optional(
    object(
      {
        method: text("The HTTP method."),
        url: text("The whole URL."),
        headers: headers("The headers"),
        body: optional(body),
      },
      "The request that reaches the upstream; none when it does not.",
    ),
  ),
  response: optional(
    object(
      {
        status: whole("The HTTP status."),
        headers: headers("The headers"),
        body: optional(body),
        compression: optional(text("The algorithm that the policy compresses with.")),
      },
      "The response that the client gets; none when the upstream's is not given.",
    ),
  ),
  matched: list(
    object(
      {
        path: pointer,
        direction: text("`inbound` or `outbound`."),
        name: optional(text("The name of the rule.")),
      },
      "A rule.",
    ),
    "The rules that matched, in order.",
  ),
  logs: list(
    object({ path: pointer, metadata: json("What was logged.") }, "One entry."),
    "What `log` actions wrote.",
  ),
  notSimulated: list(
    object(
      { path: pointer, type: text("The type of the action."), message: text("One sentence.") },
      "An action that is not simulated.",
    ),
    "The rest went on as if these were not there.",
  ),
  errors: list(
    object(
      { path: pointer, message: text("One sentence."), span: optional(span) },
      "Something that failed.",
    ),
    "What failed at run time.",
  ),
};
