import type { ConfigReader } from "../action/effect.ts";
import type { Template } from "../expression/template.ts";
import type { Run } from "../run/run.ts";
import type { ClaimRules } from "./check-claims.ts";
import type { TokenPlace } from "./find-token.ts";

export interface TokenConfig {
  readonly tokens: readonly TokenRule[];
  readonly algorithms: readonly string[];
  readonly claims: (run: Run) => ClaimRules;
  readonly keySetUrls: (run: Run) => readonly string[];
}

export interface TokenRule {
  readonly type: string;
  readonly place: (run: Run) => TokenPlace;
}

/** Reads the config; undefined when a part is missing that verification needs. */
export function readTokenConfig(config: ConfigReader): TokenConfig | undefined {
  const issuers = readAllowList(config.object("issuer"));
  const audiences = readAllowList(config.object("audience"));
  const tokens = config.object("http")?.objects("tokens")?.map(readTokenRule);
  const jws = config.object("jws");
  const algorithms = jws?.texts("allowed_algorithms");
  const urls = jws && readUrls(jws);
  const rules = tokens?.filter((one) => one !== undefined) ?? [];
  const isWhole = tokens !== undefined && tokens.length > 0 && rules.length === tokens.length;
  if (issuers === undefined || !isWhole || algorithms === undefined || urls === undefined) {
    return undefined;
  }
  return {
    tokens: rules,
    algorithms,
    claims: (run) => ({
      issuers: textsOf(issuers, run),
      audiences: audiences && textsOf(audiences, run),
    }),
    keySetUrls: (run) => textsOf(urls, run),
  };
}

function readAllowList(config: ConfigReader | undefined): readonly Template[] | undefined {
  const values = config
    ?.objects("allow_list")
    ?.map((entry) => entry.template("value"))
    .filter((value) => value !== undefined);
  return values === undefined || values.length === 0 ? undefined : values;
}

function readTokenRule(config: ConfigReader): TokenRule | undefined {
  const [type, method] = [config.text("type"), config.text("method")];
  const name = config.template("name");
  const prefix = config.template("prefix");
  if (type === undefined || name === undefined) return undefined;
  if (method !== "header" && method !== "body") return undefined;
  return {
    type,
    place: (run) => ({ method, name: name.toText(run), prefix: prefix?.toText(run) ?? "" }),
  };
}

/** `keys` and `sources` are single objects in all examples, but lists in part of the documentation. */
function readUrls(jws: ConfigReader): readonly Template[] | undefined {
  const urls = oneOrMany(jws, "keys")
    .flatMap((keys) => oneOrMany(keys, "sources"))
    .flatMap((source) => source.templates("additional_jkus") ?? []);
  return urls.length === 0 ? undefined : urls;
}

function oneOrMany(config: ConfigReader, field: string): readonly ConfigReader[] {
  if (config.isList(field)) return config.objects(field) ?? [];
  const one = config.object(field);
  return one === undefined ? [] : [one];
}

function textsOf(templates: readonly Template[], run: Run): readonly string[] {
  return templates.map((template) => template.toText(run));
}
