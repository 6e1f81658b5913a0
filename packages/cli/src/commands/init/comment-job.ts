import type { NewProject } from "./new-project.ts";

/** The first line of the comment. It is invisible, and identifies the comment for updates. */
const marker = "<!-- traffic-policy -->";

/** Runs of a fork or of Dependabot have no token that writes. */
export const isOwn =
  "github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'";

/**
 * Returns the workflow job that keeps a pull request comment up to date with lint findings, case results and
 * coverage. No step has the service's key, because unreviewed code runs here. A pull request of a fork or of
 * Dependabot has no token with write access, so it gets no comment.
 *
 * @param tests - true when there are cases
 * @param setUp - the steps that check out and install the project
 */
export function commentJob(
  project: NewProject,
  {
    tests,
    setUp,
    settings,
  }: { readonly tests: boolean; readonly setUp: readonly object[]; readonly settings: object },
): object {
  return {
    if: isOwn,
    "runs-on": "ubuntu-latest",
    permissions: { contents: "read", "pull-requests": "write" },
    // Of two runs at a time, both would find no comment.
    concurrency: {
      group: "traffic-policy-comment-${{ github.event.number }}",
      "cancel-in-progress": true,
    },
    ...settings,
    steps: [
      ...setUp,
      {
        name: "Write the comment",
        run: writing(project, tests),
      },
      {
        name: "Put it on the pull request",
        env: { GH_TOKEN: "${{ github.token }}", NUMBER: "${{ github.event.number }}" },
        run: putting,
      },
    ],
  };
}

/**
 * The commands exit with 1 for findings, which the comment is meant to show. Each stays within its share of a
 * comment; the last check is for commands that print several reports.
 */
function writing(project: NewProject, tests: boolean): string {
  const { command } = project.packageManager;
  return `comment="$RUNNER_TEMP/comment.md"
part="$RUNNER_TEMP/part.md"
add() {
  title=$1
  shift
  "$@" > "$part" || true
  if [ ! -s "$part" ]; then
    printf '### %s\\n\\nThere is no result. The log of this job says why.\\n' "$title" > "$part"
  fi
  cat "$part" >> "$GITHUB_STEP_SUMMARY"
  # A comment holds at most 65,536 characters.
  if [ $(( $(wc -m < "$comment") + $(wc -m < "$part") )) -gt 65000 ]; then
    printf '### %s\\n\\nOmitted, because the comment would be too long. The summary of this job shows it.\\n' "$title" > "$part"
  fi
  { echo; cat "$part"; } >> "$comment"
}
echo '${marker}' > "$comment"
add Lint ${command} lint . --format markdown
${tests ? `add Tests ${command} test --coverage --format markdown\n` : ""}`;
}

const putting = `comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
ids=$(gh api "$comments" --paginate --jq '.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("${marker}"))) | .id')
id=$(echo "$ids" | head -n 1)
if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$RUNNER_TEMP/comment.md"
else
  gh api --silent --method POST "$comments" --field "body=@$RUNNER_TEMP/comment.md"
fi
`;
