import { Type } from "@sinclair/typebox";
import { json, list, object, optional, text, version } from "./parts.ts";

/** What `simulate --options --format json` prints. */
export const openQuestionsOutput = object(
  {
    ...version,
    options: list(
      object(
        {
          name: text("The name of the option, for `--option`."),
          default: json("The answer that is taken when none is given."),
          answers: optional(
            list(Type.Unknown(), "All answers; none where they are numbers, lists or objects."),
          ),
          question: text("What it is about."),
          why: text("Why this default."),
        },
        "An open question.",
      ),
      "All open questions.",
    ),
  },
  "What the service's documentation leaves open.",
);
