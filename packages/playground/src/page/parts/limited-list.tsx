import type { VNode } from "vue";

/** More items than this take a page too long, and nobody too far. */
const mostItems = 200;

/** The first items of a list, and how many more there are. */
export function limitedItems<Item>(
  items: readonly Item[],
  show: (item: Item, index: number) => VNode,
): readonly VNode[] {
  return [...items.slice(0, mostItems).map(show), ...more(items.length - mostItems)];
}

/** The first items of a list and those that matter most, in their order, and how many more there are. */
export function importantItems<Item>(
  items: readonly Item[],
  isImportant: (item: Item) => boolean,
  show: (item: Item, index: number) => VNode,
): readonly VNode[] {
  if (items.length <= mostItems) return items.map(show);
  const shown = items.filter((item, index) => index < mostItems / 2 || isImportant(item));
  const most = shown.slice(0, mostItems);
  return [...most.map(show), ...more(items.length - most.length)];
}

function more(count: number): VNode[] {
  if (count <= 0) return [];
  return [
    <li key="more" class="tp-item tp-quiet">
      {count.toLocaleString("en")} more are not shown here.
    </li>,
  ];
}
