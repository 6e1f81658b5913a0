import { describeAction } from "./describe-action.ts";

const config = {
  issuer: { allow_list: [{ value: "https://issuer.example.com/" }] },
  audience: { allow_list: [{ value: "urn:example:api" }] },
  http: { tokens: [{ type: "it+jwt", method: "body", name: "_id_token" }] },
  jws: {
    allowed_algorithms: ["RS256", "ES256"],
    keys: { sources: { additional_jkus: ["https://issuer.example.com/jwks.json"] } },
  },
};

const { jws } = config;

function token(fields: object): object {
  return { ...config, http: { tokens: [{ ...config.http.tokens[0], ...fields }] } };
}

describeAction("jwt-validation", {
  right: [config],
  wrong: [
    [{ ...config, issuer: {} }, "/issuer", '"allow_list" is missing.'],
    [
      { ...config, issuer: { allow_list: [] } },
      "/issuer/allow_list",
      '"allow_list" must have at least 1 entry.',
    ],
    [
      { ...config, audience: { allow_list: ["urn:example:api"] } },
      "/audience/allow_list/0",
      "This must be an object, not text.",
    ],
    [token({ type: "JWT" }), "/http/tokens/0/type", '"JWT" is not an allowed value.'],
    [token({ method: "cookie" }), "/http/tokens/0/method", '"cookie" is not an allowed value.'],
    [token({ prefx: "Bearer " }), "/http/tokens/0/prefx", 'Unknown key "prefx".'],
    [
      { ...config, jws: { ...jws, allowed_algorithms: ["none"] } },
      "/jws/allowed_algorithms/0",
      '"none" is not allowed here.',
    ],
    [
      { ...config, jws: { ...jws, allowed_algorithms: [] } },
      "/jws/allowed_algorithms",
      '"allowed_algorithms" must have at least 1 entry.',
    ],
    [
      { ...config, jws: { ...jws, keys: { sources: {} } } },
      "/jws/keys/sources",
      '"additional_jkus" is missing.',
    ],
  ],
});
