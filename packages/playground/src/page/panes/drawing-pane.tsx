import { defineComponent } from "vue";

export const DrawingPane = defineComponent(() => () => <p>drawing</p>, { name: "DrawingPane" });
