import { Type } from "@sinclair/typebox";
import { freeMap } from "../config-schema.ts";
import type { ActionResult } from "../action.ts";
import { errorResults } from "../shared/error-results.ts";

export const signIn = {
  auth_id: Type.Optional(
    Type.String({ description: "A name that tells this action from others of its kind." }),
  ),
  client_id: Type.Optional(
    Type.String({ description: "The identifier of your application at the provider." }),
  ),
  client_secret: Type.Optional(
    Type.String({ description: "The secret of your application at the provider." }),
  ),
  scopes: Type.Optional(Type.Array(Type.String(), { description: "The scopes to ask for." })),
  authz_url_params: Type.Optional(
    freeMap(Type.String(), {
      description: "Further parameters of the URL at which people sign in: name to value.",
    }),
  ),
  max_session_duration: Type.Optional(
    Type.String({ description: "After how long a session ends." }),
  ),
  userinfo_refresh_interval: Type.Optional(
    Type.String({ description: "How often the provider is asked for the person again." }),
  ),
  allow_cors_preflight: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether `OPTIONS` requests of browsers pass without a session.",
    }),
  ),
  auth_cookie_domain: Type.Optional(
    Type.String({ description: "The domain of the cookie with the session." }),
  ),
};

const withoutIdentity = {
  when: "the client has not signed in",
  isInferred: true,
} as const;

const shared: readonly (readonly [name: string, type: string, description: string])[] = [
  ["identity", "dyn", "who has signed in; `null` when nobody has"],
  ["identity.id", "string", "the identifier of the person at the service"],
  ["identity.email", "string", "the e-mail address of the person"],
  ["identity.name", "string", "the name of the person"],
  ["identity.provider_user_id", "string", "the identifier of the person at the provider"],
  ["access_token", "string", "the access token of the provider"],
  ["refresh_token", "string", "the refresh token of the provider"],
  ["expires_at", "string", "when the session ends"],
  ["session_timed_out", "bool", "whether the session ended because there were no requests"],
  ["session_max_duration_reached", "bool", "whether the session ended because of its age"],
];

/**
 * Defines the results of an action that signs users in.
 *
 * @param action - the action as its result names spell it, such as `oauth`
 * @param own - the results that only this action has
 */
export function signInResults(
  action: string,
  own: readonly (readonly [name: string, type: string, description: string])[],
): ActionResult[] {
  const named = [...shared, ...own].map(([name, type, description]): ActionResult => ({
    name: `actions.ngrok.${action}.${name}`,
    type,
    description,
    ...(name.startsWith("identity.") && { missing: withoutIdentity }),
  }));
  const all: ActionResult = {
    name: `actions.ngrok.${action}`,
    type: "dyn",
    description: "all that the action leaves behind",
  };
  const error: ActionResult = {
    name: `actions.ngrok.${action}.error`,
    type: "dyn",
    description: "why the last run failed",
  };
  return [all, error, ...errorResults(action), ...named];
}
