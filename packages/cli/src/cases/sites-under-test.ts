import { dirname, resolve } from "node:path";
import type { CompiledSite } from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { LoadedConfiguration, SiteReading } from "@traffic-policy/project";
import { problemIn } from "../checks/load-file.ts";
import { projectOf } from "../configuration/project.ts";
import type { Context } from "../context.ts";
import { compileReading } from "../site/compile-reading.ts";
import type { LoadedCaseFile } from "./load-case-file.ts";

export interface SiteUnderTest {
  /** The environment of its configuration; undefined without one. */
  readonly environment: string | undefined;
  readonly reading: SiteReading;
  readonly site: CompiledSite;
}

/** The sites under test. Each is read and compiled once, however many files are about it. */
export class SitesUnderTest {
  readonly #environments: readonly LoadedConfiguration[];
  readonly #context: Context;
  readonly #known = new Map<string, Promise<SiteUnderTest>>();

  constructor(environments: readonly LoadedConfiguration[], context: Context) {
    this.#environments = environments;
    this.#context = context;
  }

  /**
   * Returns the site that a file is about, once for each environment.
   *
   * @throws CommandError when there is none, or part of it cannot be read: it may receive the request
   */
  async of(file: LoadedCaseFile, paths: readonly string[]): Promise<readonly SiteUnderTest[]> {
    const names = this.#environments.map(({ environment }) => environment?.name);
    const sites = (names.length === 0 ? [undefined] : names).map((name) => this.#read(paths, name));
    const all = await Promise.all(sites);
    for (const { reading } of all) this.#check(reading, file, paths);
    return all;
  }

  /** The paths of a file's site, relative to the working directory. */
  pathsOf({ file, site = [] }: LoadedCaseFile): readonly string[] {
    return site.map((path) => this.#context.files.nameOf(resolve(dirname(file), path)));
  }

  /** The files with endpoints and policies of all sites; absolute paths. */
  async files(): Promise<readonly string[]> {
    const known = await Promise.allSettled(this.#known.values());
    const { files } = this.#context;
    return known
      .flatMap((one) => (one.status === "fulfilled" ? [one.value.reading] : []))
      .flatMap((reading) => [
        ...reading.files,
        ...reading.site.endpoints.flatMap(({ policy }) => policy?.file ?? []),
      ])
      .map((file) => files.resolve(file));
  }

  #read(paths: readonly string[], environment: string | undefined): Promise<SiteUnderTest> {
    return getOrAdd(this.#known, JSON.stringify([paths, environment]), async () => {
      const [configuration] = this.#environments;
      const options = {
        ...(configuration && { config: configuration.file }),
        ...(environment !== undefined && { environment }),
      };
      const reading = await projectOf(options, this.#context).site(paths);
      return { environment, reading, site: await compileReading(reading) };
    });
  }

  #check(
    { site, failures, leftOut }: SiteReading,
    file: LoadedCaseFile,
    paths: readonly string[],
  ): void {
    const { files } = this.#context;
    const [failure] = failures;
    if (failure !== undefined) {
      const { message, help } = failure.error;
      if (files.exists(failure.file)) throw failure.error;
      throw problemIn(file, { path: "/site", message, help });
    }
    if (site.endpoints.length > 0) return;
    const [first] = leftOut;
    const where = paths.join(", ");
    throw problemIn(file, {
      path: "/site",
      message: `There is no endpoint in ${where}.`,
      help:
        first === undefined
          ? "docs/site.md lists the files that have endpoints."
          : `What is there is not read, such as ${first.file} (${first.reason}).`,
    });
  }
}
