import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { signIn, signInResults } from "../sign-in.ts";

export default defineAction({
  type: "openid-connect",
  description: "Lets only people through who have signed in with a provider of OpenID Connect.",
  config: Type.Object(
    {
      issuer_url: Type.String({ description: "The URL of the issuer." }),
      ...signIn,
      idle_session_duration: Type.Optional(
        Type.String({ description: "After how long without requests a session ends." }),
      ),
      idle_session_timeout: Type.Optional(
        Type.String({ description: "Another name of `idle_session_duration` that is in use." }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: { when: "the client has no session" },
  changes: [],
  results: signInResults("oidc", [
    ["identity.current_session_id", "string", "the identifier of the session"],
    ["identity_token", "string", "the ID token"],
    ["user_info_refreshed", "bool", "whether the last run asked the issuer for the person again"],
    ["userinfo_refreshed", "bool", "whether the last run asked the issuer for the person again"],
  ]),
  interpolated: ["client_id", "client_secret"],
  secrets: ["client_secret"],
  regularExpressions: [],
  formats: {
    issuer_url: "url",
    max_session_duration: {},
    userinfo_refresh_interval: {},
    idle_session_duration: {},
    idle_session_timeout: {},
  },
  trustedUrls: ["issuer_url"],
  authenticates: true,
  example: {
    issuer_url: "https://issuer.example.com",
    client_id: "site",
    client_secret: "${secrets.get('site', 'oidc')}",
  },
  unsure: [
    "`client_id` and `client_secret` are documented as optional, and errors demand them.",
    "`idle_session_duration` is also written as `idle_session_timeout`, and `user_info_refreshed` as `userinfo_refreshed`.",
  ],
});
