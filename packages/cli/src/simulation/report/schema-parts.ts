import { Type } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const headers = (description: string) =>
  Type.Unsafe<Readonly<Record<string, readonly string[]>>>(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: `${description}: name in lower case to the values.`,
    }),
  );

// `jsonWithBytes` writes bytes as this says.
const bytes = Type.Unsafe<Uint8Array>(
  Json.object("A body that is not text.", { base64: Json.text("The bytes in Base64.") }),
);

const body = Type.Union([Type.String(), bytes], { description: "The body, when it is known." });

const action = Json.object("An action.", {
  path: Json.pointer,
  type: Json.text("The type of the action."),
});

const error = Json.object("What went wrong.", {
  message: Json.text("One sentence."),
  span: Json.optional(Json.span),
});

const state = {
  state: Json.words(["value", "error", "skipped"], "The outcome of evaluating it."),
  value: Json.optional(Json.any("The value; with the state `value`.")),
  error: Json.optional(error),
};

const reference = Type.Unsafe({ $ref: "#/$defs/operand" });

export const operand = Json.object("One operand of an expression.", {
  kind: Json.words(
    ["condition", "&&", "||", "!", "?:"],
    "The operator whose operands follow; a condition has none.",
  ),
  ...state,
  span: Json.optional(Json.span),
  decided: Json.optional(
    Type.Literal(true, {
      description: "This operand decided the result of the operator around it.",
    }),
  ),
  variables: Json.optional(
    Json.objects(
      "The variables that a condition reads.",
      "A variable; without a value when it has none.",
      {
        name: Json.text("The full name."),
        value: Json.optional(Json.any("As JSON.")),
        isUnknown: Json.optional(
          Type.Literal(true, { description: "Only the service knows its value." }),
        ),
      },
    ),
  ),
  operands: Json.optional(Json.list(reference, "The operands, in order.")),
});

const change = Json.object("What an action changed.", {
  what: Json.words(
    ["url", "request-header", "response-header", "status", "body"],
    "What was changed.",
  ),
  name: Json.optional(Json.text("Of a header: its name in lower case.")),
  before: Json.any("Before; `null` when there was none."),
  after: Json.any("After; `null` when there is none."),
});

export const trace = Json.object("The trace; with `--trace`.", {
  rules: Json.objects("All rules of all directions, in order.", "One rule.", {
    path: Json.pointer,
    name: Json.optional(Json.text("The name of the rule.")),
    result: Json.words(
      ["matched", "not-matched", "failed", "skipped"],
      "Its outcome; `skipped` if it was not reached.",
    ),
    expressions: Json.objects("The expressions, in order.", "One expression of the rule.", {
      path: Json.pointer,
      text: Json.text("The expression."),
      ...state,
      operand: Json.optional(reference),
    }),
    actions: Json.objects("The actions, in order.", "One action of the rule.", {
      path: Json.pointer,
      type: Json.text("The type of the action."),
      result: Json.words(
        ["done", "ended", "failed", "not-simulated", "skipped"],
        "Its outcome; `ended` if it ended processing.",
      ),
      changes: Json.list(change, "What it changed, in order."),
      note: Json.optional(Json.text("What else it did, or why it did nothing.")),
    }),
  }),
});

export const outcome = {
  result: Json.words(
    ["forwarded", "answered", "closed", "failed"],
    "Whether the upstream is reached, the policy answers, closes the connection, or something fails.",
  ),
  directions: Json.objects(
    "The directions, in order.",
    "How the rules of one direction ended, and by which action.",
    {
      direction: Json.text("Its top-level key, like `inbound` or `on_http_request`."),
      result: Json.words(["completed", "ended", "failed", "skipped"], "How its rules ended."),
      by: Json.optional(action),
    },
  ),
  request: Json.optional(
    Json.object("The request that reaches the upstream; none when it does not.", {
      method: Json.text("The HTTP method."),
      url: Json.text("The whole URL."),
      headers: headers("The headers"),
      body: Json.optional(body),
    }),
  ),
  forwardedTo: Json.optional(
    Json.text("The URL of the endpoint that an action forwards to, which stands for the upstream."),
  ),
  response: Json.optional(
    Json.object("The response that the client gets; none when the upstream's is not given.", {
      status: Json.whole("The HTTP status."),
      headers: headers("The headers"),
      body: Json.optional(body),
      compression: Json.optional(Json.text("The algorithm that the policy compresses with.")),
    }),
  ),
  matched: Json.objects("The rules that matched, in order.", "A rule.", {
    path: Json.pointer,
    direction: Json.text("Its top-level key, like `inbound` or `on_http_request`."),
    name: Json.optional(Json.text("The name of the rule.")),
  }),
  logs: Json.objects("What `log` actions wrote.", "One entry.", {
    path: Json.pointer,
    metadata: Json.any("What was logged."),
  }),
  notSimulated: Json.objects(
    "The rest was simulated as if these did not exist.",
    "An action that is not simulated.",
    {
      path: Json.pointer,
      type: Json.text("The type of the action."),
      message: Json.text("One sentence."),
    },
  ),
  errors: Json.objects("What failed at run time.", "Something that failed.", {
    path: Json.pointer,
    message: Json.text("One sentence."),
    span: Json.optional(Json.span),
  }),
};

/** The way of an exchange through a site. */
export const way = {
  hops: Json.objects("The endpoints on the way, in order.", "An endpoint.", {
    endpoint: Json.text("Its name."),
    url: Json.text("Its URL."),
    outcome: Json.object("What its policy does.", { ...outcome, trace: Json.optional(trace) }),
  }),
  reaches: Json.optional(Json.text("The name of the endpoint whose server the exchange reaches.")),
};
