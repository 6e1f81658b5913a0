/** What is compared before a release. */
interface Release {
  /** The tag that was pushed. */
  readonly tag: string;
  /** The version of all packages. */
  readonly version: string | undefined;
  /** What the root package.json says of the repository. */
  readonly repository: string | undefined;
  /** The URL of the repository that the release is made from. */
  readonly address: string;
}

/** Why a release must not be published, in a sentence; nothing when it may be. */
export function releaseProblem({ tag, version, repository, address }: Release): string | undefined {
  if (tag !== `v${version}`)
    return `The tag is ${tag}, and the version of the packages ${version}.`;
  if (repository === address) return undefined;
  const found = repository === undefined ? "is missing" : `is "${repository}"`;
  return `The field "repository" of the root package.json ${found}: set it to "${address}", which the packages then name as their origin.`;
}
