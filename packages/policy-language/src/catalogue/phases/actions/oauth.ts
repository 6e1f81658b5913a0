import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { signIn, signInResults } from "../sign-in.ts";

export default defineAction({
  type: "oauth",
  description: "Lets only people through who have signed in with a provider of OAuth.",
  config: Type.Object(
    {
      provider: Type.String({
        examples: [
          "amazon",
          "facebook",
          "github",
          "gitlab",
          "google",
          "linkedin",
          "microsoft",
          "twitch",
        ],
        description:
          "The provider: `amazon`, `facebook`, `github`, `gitlab`, `google`, `linkedin`, `microsoft` or `twitch`.",
      }),
      ...signIn,
      idle_session_timeout: Type.Optional(
        Type.String({ description: "After how long without requests a session ends." }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: { when: "the client has no session" },
  changes: [],
  results: signInResults("oauth", [
    [
      "identity.current_provider_session_id",
      "string",
      "the identifier of the session at the provider",
    ],
    ["userinfo_refreshed", "bool", "whether the last run asked the provider for the person again"],
  ]),
  interpolated: ["client_id", "client_secret"],
  secrets: ["client_secret"],
  regularExpressions: [],
  formats: {
    max_session_duration: {},
    userinfo_refresh_interval: {},
    idle_session_timeout: {},
  },
  authenticates: true,
  example: { provider: "google" },
  unsure: ["The list of providers may grow."],
});
