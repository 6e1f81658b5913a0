import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Files, type ConfigurationOptions, type SiteReading } from "@traffic-policy/project";
import { filesOfRevision, namedRevisions, unknownRevision } from "@traffic-policy/project/changed";
import { projectOf } from "../configuration/project.ts";
import { CommandError, type Context } from "../context.ts";
import { TemporaryFolder } from "../temporary-folder.ts";

/** A site as the files of a revision tell it. */
export interface SiteBefore extends SiteReading {
  /** As the revision is shown. */
  readonly revision: string;
}

/**
 * Reads the site that the files of data had where HEAD and a revision parted. No code of a revision is run.
 *
 * @param paths - as `Project.site` takes them
 * @throws CommandError when git knows no such revision
 */
export async function siteBefore(
  ref: string,
  paths: readonly string[],
  options: ConfigurationOptions,
  context: Context,
): Promise<SiteBefore> {
  const revisions = await namedRevisions([`${ref}...`], context);
  if (revisions === undefined) {
    const unknown = await unknownRevision(ref, context);
    throw unknown ?? new CommandError(`--since ${ref}: This folder is in no git repository.`);
  }
  const { name, commit } = revisions.before;
  const folder = new TemporaryFolder("site");
  try {
    const { top, texts } = await filesOfRevision(commit, context);
    for (const [path, text] of texts) {
      const file = join(folder.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const moved = (path: string): string => join(folder.path, relative(top, path));
    const cwd = moved(context.cwd);
    mkdirSync(cwd, { recursive: true });
    const files = new Files(cwd, undefined, { runsCode: false });
    const own = paths.map((path) => relative(cwd, moved(context.files.resolve(path))) || ".");
    const { config: _, ...others } = options;
    const reading = await projectOf(others, { ...context, files }).site(own);
    return { ...reading, revision: name };
  } finally {
    folder.remove();
  }
}
