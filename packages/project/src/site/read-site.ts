import { dirname, resolve } from "node:path";
import {
  parseJson,
  type JsonObject,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import {
  getOrAdd,
  hasPolicyShape,
  heldSources,
  heldTextReader,
  isInternalHost,
  isTemplate,
  mayHoldPolicy,
  parseEndpointUrl,
  rangesAround,
  shortened,
  Site,
  splitPolicyPath,
  TextPositions,
  urlToPrint,
  type HeldSource,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import {
  isReadTerraform,
  mayDecideOthers,
  mayHaveEndpoints,
  policyResourcesIn,
  translatableIn,
  Translation,
  writtenEndpoints,
  type UnknownEndpoint,
  type WrittenEndpoint,
  type WrittenPolicy,
} from "@traffic-policy/policy-language/site";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { ProjectContext } from "../context.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import { withoutErrors } from "../files/json-source.ts";
import {
  defaultPolicy,
  isCode,
  isData,
  loadPolicies,
  parsedDocuments,
  readText,
  whyUnread,
} from "../policies/load-policy.ts";
import { pathOfPolicy } from "../policies/policy-path.ts";
import type { Configurations } from "../selection/configurations.ts";
import type { PathFailure } from "../selection/find-files.ts";
import { namedTargets, type NamedTarget } from "../selection/select-targets.ts";
import type { ProjectTarget } from "../configuration/environments.ts";
import { distinctNames, type EndpointNames } from "./site-names.ts";
import { sitePaths, type SitePaths } from "./site-paths.ts";

/** A file, or an endpoint or a policy in it, that is not in the site. */
export interface LeftOut {
  /** As it is shown: `web.yaml`, `web.yaml#CloudEndpoint/shop`. */
  readonly file: string;
  /** Why, in a few words behind its name. */
  readonly reason: string;
  /** True for an endpoint, or what becomes one: traffic may take ways through it that are not known. */
  readonly isEndpoint?: true;
}

/** A site as files tell it, and what they do not tell. */
export interface SiteReading {
  readonly site: Site;
  /** The files with its endpoints, as they are shown. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Files and policies that cannot be read. */
  readonly failures: readonly PathFailure[];
  /** The text around endpoints and policies in the output of a program, which may be a secret. */
  readonly secrets: readonly SourceRange[];
}

/**
 * Reads the endpoints of files, folders and globs: manifests, configurations of agents, plans and states of Terraform,
 * and the targets of configurations, each with its policy.
 *
 * @throws ExplainedError for a configuration of several environments of which none is chosen
 */
export async function readSite(
  paths: readonly string[],
  configurations: Configurations,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<SiteReading> {
  const found = await sitePaths(paths, configurations.own, context);
  const reader = new SiteReader(found, context.files);
  for (const file of found.files) await reader.readData(file);
  for (const file of found.configurations) await reader.readConfiguration(file, configurations);
  return reader.finish();
}

/** An endpoint without the name that tells it from the others. */
interface Unnamed extends EndpointNames {
  readonly endpoint: Omit<SiteEndpoint, "name">;
}

/** A document with endpoints, whose policies may be in other files. */
interface Holding {
  readonly file: string;
  readonly source: PolicySource;
  readonly endpoints: readonly WrittenEndpoint[];
  readonly policies: readonly HeldSource[];
}

interface Resource {
  readonly namespace: string | undefined;
  /** Undefined when it has no policy in a form that is read. */
  readonly source: HeldSource | undefined;
}

/** A policy, or the reason why it is not known. */
type FoundPolicy = Pick<SiteEndpoint, "policy" | "unread">;

class SiteReader {
  readonly #paths: SitePaths;
  readonly #files: Files;
  readonly #leftOut: LeftOut[] = [];
  readonly #failures: PathFailure[];
  readonly #endpoints: Unnamed[] = [];
  readonly #holding: Holding[] = [];
  /** The policies that manifests name, by their names. */
  readonly #resources = new Map<string, Resource[]>();
  /** The policies of whole files, by absolute path and environment. */
  readonly #byFile = new Map<string, Promise<FoundPolicy>>();
  /** The files with them; absolute paths. */
  readonly #usedFiles = new Set<string>();
  /** Files that hold only a policy; absolute paths. */
  readonly #policyFiles = new Set<string>();
  readonly #used = new Set<HeldSource>();
  /** The files that `build` puts policies into; absolute paths. */
  readonly #built = new Map<string, LeftOut>();
  /** Manifests that the operator may make endpoints of, each with its file as it is shown. */
  readonly #translatable: { readonly file: string; readonly manifest: JsonObject }[] = [];
  /** The folders with plans and states of Terraform that were read, each with such a file as it is shown. */
  readonly #terraform = new Map<string, string>();
  /** Why files that Terraform makes endpoints of are not read, by absolute path. */
  readonly #ofTerraform = new Map<string, string>();

  constructor(paths: SitePaths, files: Files) {
    this.#paths = paths;
    this.#files = files;
    this.#failures = [...paths.failures];
    for (const link of paths.links) {
      this.#leave(files.nameOf(link), "a link, which is not followed");
    }
  }

  async readData(file: string): Promise<void> {
    const name = this.#files.nameOf(file);
    if (isOfTerraform(file)) {
      this.#readOfTerraform(file);
      return;
    }
    if (isCode(file) || !isData(file)) {
      if (isCode(file) && !this.#paths.configurations.has(file)) this.#policyFiles.add(file);
      else if (!isCode(file)) this.#leave(name, "neither JSON nor YAML");
      return;
    }
    const isNamed = this.#paths.named.has(file);
    try {
      const loose = isNamed ? undefined : this.#files.textIfReadable(file);
      if (loose !== undefined && !mayMatter(loose)) return;
      const text = readText(file, this.#files);
      const documents = await this.#documents(file, text);
      if (documents === undefined) return;
      const isBroken = documents.some(({ errors }) => errors.length > 0);
      // Lint reports a policy that is broken, and nobody else what is about something else.
      if (isBroken && !mayHaveEndpoints(text) && !isNamed) return;
      await this.#readDocuments(
        file,
        documents.map((one) => withoutErrors(one)),
      );
    } catch (error) {
      this.#fail(file, error);
    }
  }

  /** Terraform's own files are not read, but what it prints of them. */
  #readOfTerraform(file: string): void {
    const text = this.#files.textIfReadable(file) ?? "";
    const reason = isSource(file)
      ? whyNoSource(text)
      : writtenEndpoints(parseJson(text).value).unknown[0]?.reason;
    if (reason !== undefined) this.#ofTerraform.set(file, reason);
    else if (this.#paths.named.has(file)) {
      this.#leave(this.#files.nameOf(file), "without an endpoint");
    }
  }

  async #documents(file: string, text: string): Promise<readonly PolicySource[] | undefined> {
    try {
      return await parsedDocuments(file, text, this.#files, mayMatter);
    } catch (error) {
      if (!isTemplate(text) || !(error instanceof ExplainedError)) throw error;
      if (mayHaveEndpoints(text) || mayHoldPolicy(text))
        this.#leaveEndpoint(this.#files.nameOf(file), "a template: read what it renders to");
      return undefined;
    }
  }

  async #readDocuments(file: string, documents: readonly PolicySource[]): Promise<void> {
    const reader = await heldTextReader(documents);
    const name = this.#files.nameOf(file);
    let isOfSite = this.#paths.configurations.has(file);
    let isPolicy = false;
    for (const source of documents) {
      const { endpoints, unknown } = writtenEndpoints(source.document);
      for (const one of unknown) this.#leaveUnknown(name, one);
      const translatable = translatableIn(source.document);
      this.#translatable.push(...translatable.map((manifest) => ({ file: name, manifest })));
      if (isReadTerraform(source.document)) this.#terraform.set(dirname(file), name);
      const resources = policyResourcesIn(source.document);
      const policies = endpoints.length + resources.length > 0 ? heldSources(source, reader) : [];
      for (const { name: resource, namespace, root } of resources) {
        const policy = policies.find(({ held }) => held?.root === root);
        getOrAdd(this.#resources, resource, () => []).push({ namespace, source: policy });
      }
      if (endpoints.length > 0) this.#holding.push({ file, source, endpoints, policies });
      const all = [endpoints, resources, unknown, translatable];
      isOfSite ||= all.some(({ length }) => length > 0);
      isPolicy ||= hasPolicyShape(source.document);
    }
    if (isOfSite) return;
    if (isPolicy) this.#policyFiles.add(file);
    else if (this.#paths.named.has(file)) this.#leave(name, "without an endpoint");
  }

  async readConfiguration(file: string, configurations: Configurations): Promise<void> {
    let chosen: LoadedConfiguration | undefined;
    try {
      const loaded = await configurations.load(file);
      if (loaded !== undefined) [chosen] = await configurations.inMeantEnvironment(loaded);
    } catch (error) {
      // Which environment is meant, the user has to say.
      if (file === configurations.own) throw error;
      this.#fail(file, error);
    }
    for (const target of chosen === undefined ? [] : namedTargets(chosen)) {
      await this.#readTarget(target);
    }
  }

  async #readTarget(named: NamedTarget<ProjectTarget>): Promise<void> {
    const { key, target, policyFile, configuration } = named;
    const file = this.#files.nameOf(configuration.file);
    const holder = pathOfPolicy({ file, holder: key });
    const { url: text } = configuration.targets[key] ?? {};
    const url = text === undefined ? undefined : parseEndpointUrl(text);
    if (target.kind === "policy-file") {
      const reason = "its endpoint is in the file that build writes";
      const out = target.out && configuration.fileOf(splitPolicyPath(target.out).file);
      this.#built.set(out ?? policyFile, { file: holder, reason });
      this.#policyFiles.delete(policyFile);
      return;
    }
    if (url === undefined || text === undefined) {
      if (target.kind === "cloud-endpoint") this.#leaveEndpoint(holder, 'its target has no "url"');
      else this.#leave(holder, "edges are not part of a site");
      this.#policyFiles.delete(policyFile);
      return;
    }
    this.#endpoints.push({
      name: key,
      file,
      endpoint: {
        url,
        binding: isInternalHost(url.host) ? "internal" : "public",
        kind: "cloud",
        isPooled: false,
        ...(await this.#policyOfFile(policyFile, configuration)),
        location: this.#placeInConfiguration(configuration, key, text),
      },
    });
  }

  /** Code does not tell where its values are, so the text of the URL is looked for. */
  #placeInConfiguration(
    { file, locate, environment }: LoadedConfiguration,
    key: string,
    url: string,
  ): SourceRange {
    const name = this.#files.nameOf(file);
    const text = isCode(file) ? this.#files.textIfReadable(file) : undefined;
    const at = text?.indexOf(url) ?? -1;
    if (text !== undefined && at !== -1) {
      const lines = new TextPositions(text);
      return { file: name, start: lines.at(at), end: lines.at(at + url.length) };
    }
    const shared = locate(`/targets/${key}/url`);
    const own = locate(`/environments/${environment?.name ?? ""}/targets/${key}/url`);
    return own.start.line === 1 && own.start.column === 1 ? shared : own;
  }

  async finish(): Promise<SiteReading> {
    for (const holding of this.#holding) await this.#addEndpoints(holding);
    for (const file of this.#policyFiles) {
      if (!this.#usedFiles.has(file)) this.#leave(this.#files.nameOf(file), "used by no endpoint");
    }
    for (const { source } of [...this.#resources.values()].flat()) {
      if (source === undefined || this.#used.has(source)) continue;
      const holder = source.held?.holder.name;
      const file = pathOfPolicy({ file: source.file, ...(holder !== undefined && { holder }) });
      this.#leave(file, "used by no endpoint");
    }
    const translation = new Translation(this.#translatable.map(({ manifest }) => manifest));
    for (const { file, manifest } of this.#translatable) {
      const unknown = translation.of(manifest);
      if (unknown !== undefined) this.#leaveUnknown(file, unknown);
    }
    for (const [file, reason] of this.#ofTerraform) {
      const plan = this.#readBeside(file);
      if (plan === undefined) this.#leaveEndpoint(this.#files.nameOf(file), reason);
      else this.#leave(this.#files.nameOf(file), `${plan} is read`);
    }
    const read = new Set(this.#holding.map(({ file }) => file));
    for (const [file, left] of this.#built) if (!read.has(file)) this.#leftOut.push(left);
    for (const { name, file, endpoint } of this.#endpoints) {
      if (endpoint.unread === undefined) continue;
      this.#leave(pathOfPolicy({ file, holder: name }), `its policy is ${endpoint.unread}`);
    }
    const names = distinctNames(this.#endpoints);
    const endpoints = this.#endpoints.map(({ endpoint, name }, index) => ({
      name: names[index] ?? name,
      ...endpoint,
    }));
    return {
      site: new Site(endpoints),
      files: [...new Set(this.#endpoints.map(({ file }) => file))],
      leftOut: this.#leftOut,
      failures: this.#failures,
      secrets: this.#holding.flatMap(aroundShown),
    };
  }

  /** Returns the plan or the state that was read in the folder of a file, or in one around it. */
  #readBeside(file: string): string | undefined {
    const folder = dirname(file);
    const found = this.#terraform.get(folder);
    return found !== undefined || folder === file ? found : this.#readBeside(folder);
  }

  async #addEndpoints(holding: Holding): Promise<void> {
    const { file, source, endpoints } = holding;
    for (const { holder, path, policy, ...endpoint } of endpoints) {
      const location = source.locate(path);
      const { name, fullName } = holder;
      this.#endpoints.push({
        name,
        fullName,
        file: this.#files.nameOf(file),
        endpoint: {
          ...endpoint,
          ...(policy && (await this.#policyOf(policy, holding))),
          ...(location && { location }),
        },
      });
    }
  }

  async #policyOf(policy: WrittenPolicy, holding: Holding): Promise<FoundPolicy> {
    switch (policy.kind) {
      case "here": {
        const source = holding.policies.find(({ held }) => held?.root === policy.root);
        return source === undefined
          ? { unread: "written in a form that is not read" }
          : this.#checked(source);
      }
      case "resource":
        return this.#policyOfResource(policy);
      case "unread":
        if (policy.file !== undefined) {
          this.#usedFiles.add(resolve(dirname(holding.file), policy.file));
        }
        return { unread: policy.reason };
      case "file": {
        const unread = whyUnread(holding.file, { ...policy, isUrl: false }, this.#files)?.unread;
        if (unread !== undefined) return { unread };
        return this.#policyOfFile(resolve(dirname(holding.file), policy.name));
      }
    }
  }

  #checked(source: HeldSource): FoundPolicy {
    if (source.held?.unread !== undefined) return { unread: source.held.unread };
    try {
      withoutErrors(source, { isPolicy: true });
      return { policy: source };
    } catch (error) {
      this.#fail(resolve(this.#files.folder, source.file), error);
      return { unread: `in ${source.file}, which cannot be parsed` };
    }
  }

  #policyOfResource({
    name,
    namespace,
  }: Extract<WrittenPolicy, { readonly kind: "resource" }>): FoundPolicy {
    const all = this.#resources.get(name) ?? [];
    const same = all.filter((one) => one.namespace === namespace);
    // One of both may get its namespace only when it is applied.
    const perhaps = all.filter(
      (one) => (one.namespace ?? namespace) === (namespace ?? one.namespace),
    );
    const [found, other] = same.length > 0 ? same : perhaps;
    const shown = shortened(name);
    if (found === undefined) {
      const where = all.length > 0 ? "in another namespace" : "in none of the files";
      return { unread: `NgrokTrafficPolicy/${shown}, which is ${where}` };
    }
    if (other !== undefined) return { unread: `NgrokTrafficPolicy/${shown}, which is there twice` };
    if (found.source === undefined) {
      return { unread: `NgrokTrafficPolicy/${shown}, in a form that is not read` };
    }
    this.#used.add(found.source);
    return this.#checked(found.source);
  }

  #policyOfFile(file: string, configuration?: LoadedConfiguration): Promise<FoundPolicy> {
    const { environment } = configuration ?? {};
    this.#usedFiles.add(file);
    return getOrAdd(this.#byFile, JSON.stringify([file, environment?.name]), async () => {
      try {
        const policies = await loadPolicies(file, this.#files, environment && [environment]);
        const { source } = defaultPolicy(this.#files.nameOf(file), policies);
        return this.#checked(source);
      } catch (error) {
        this.#fail(file, error);
        return { unread: `in ${this.#files.nameOf(file)}, which cannot be read` };
      }
    });
  }

  #leaveUnknown(file: string, { holder, reason, isOutside }: UnknownEndpoint): void {
    const shown = pathOfPolicy({ file, ...(holder && { holder: nameToPrint(holder.name) }) });
    if (isOutside === true) this.#leave(shown, reason);
    else this.#leaveEndpoint(shown, reason);
  }

  #leave(file: string, reason: string): void {
    this.#leftOut.push({ file, reason });
  }

  #leaveEndpoint(file: string, reason: string): void {
    this.#leftOut.push({ file, reason, isEndpoint: true });
  }

  #fail(file: string, error: unknown): void {
    if (!(error instanceof ExplainedError)) throw error;
    this.#failures.push({ file, error });
  }
}

/** An endpoint without a name has its URL for one, which may be none that can be used. */
function nameToPrint(name: string): string {
  return name.includes("://") ? urlToPrint(name) : name;
}

/** Checks whether a file is one of Terraform's own: a source, or the state as it stores it. */
function isOfTerraform(file: string): boolean {
  return isSource(file) || file.endsWith(".tfstate");
}

function isSource(file: string): boolean {
  return file.endsWith(".tf") || file.endsWith(".tf.json");
}

function whyNoSource(text: string): string | undefined {
  const code = text.replaceAll(/^\s*(?:#|\/\/).*$/gm, "");
  return /"?\bngrok_cloud_endpoint"?\b/.test(code)
    ? 'a source of Terraform: read the plan that "terraform show -json" prints'
    : undefined;
}

/** Checks whether a text may have an endpoint or a policy, or says of others, which is seen at once. */
function mayMatter(text: string): boolean {
  return mayHaveEndpoints(text) || mayHoldPolicy(text) || mayDecideOthers(text);
}

function aroundShown({ source, endpoints, policies }: Holding): readonly SourceRange[] {
  if (source.isOutput !== true) return [];
  const urls = endpoints.flatMap(({ path }) => source.locate(path) ?? []);
  const texts = policies.flatMap(({ text }) => text ?? []);
  const kept = [...urls, ...texts].toSorted(
    ({ start: one }, { start: other }) => one.line - other.line || one.column - other.column,
  );
  return rangesAround(source.file, kept);
}
