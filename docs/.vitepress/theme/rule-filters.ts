import { computed, defineComponent, h, onMounted, reactive, shallowRef, watchEffect } from "vue";

const filters = [
  { column: "severity", title: "Severity", choices: ["error", "warning", "info", "off"] },
  { column: "fix", title: "Fix", choices: ["safe", "unsafe", "none"] },
  { column: "example", title: "Example", choices: ["phases", "edges"] },
] as const;

type Column = (typeof filters)[number]["column"];

/** Choices that hide rows of the tables of lint rules; the tables are parts of the page and read well without. */
export const RuleFilters = defineComponent({
  name: "RuleFilters",
  setup() {
    const chosen = reactive<Record<Column, string>>({ severity: "", fix: "", example: "" });
    const rows = shallowRef<readonly TableRow[]>([]);
    const shown = computed(() =>
      rows.value.filter(({ values }) =>
        filters.every(({ column }) => ["", values[column]].includes(chosen[column])),
      ),
    );
    onMounted(() => {
      const tables = [...document.querySelectorAll<HTMLTableElement>(".vp-doc table")];
      rows.value = tables.flatMap(rowsOf);
      watchEffect(() => {
        for (const row of rows.value) row.element.hidden = !shown.value.includes(row);
        for (const table of tables) {
          table.hidden = !shown.value.some(({ element }) => table.contains(element));
        }
      });
    });
    return () =>
      h("form", { class: "rule-filters", hidden: rows.value.length === 0 }, [
        ...filters.map(({ column, title, choices }) =>
          h("label", [
            h("span", title),
            h(
              "select",
              {
                value: chosen[column],
                onChange: (event: Event) => {
                  chosen[column] = (event.target as HTMLSelectElement).value;
                },
              },
              ["", ...choices].map((value) => h("option", { value }, value || "any")),
            ),
          ]),
        ),
        h("span", { role: "status" }, `${shown.value.length} of ${rows.value.length} rules`),
      ]);
  },
});

interface TableRow {
  readonly element: HTMLTableRowElement;
  readonly values: Readonly<Record<string, string>>;
}

function rowsOf(table: HTMLTableElement): TableRow[] {
  const textOf = ({ textContent }: Element): string => textContent?.trim() || "none";
  const titles = [...(table.tHead?.rows[0]?.cells ?? [])].map(textOf);
  return [...(table.tBodies[0]?.rows ?? [])].map((element) => ({
    element,
    values: Object.fromEntries(
      [...element.cells].map((cell, index) => [titles[index] ?? "", textOf(cell)]),
    ),
  }));
}
