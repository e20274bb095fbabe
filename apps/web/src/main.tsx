import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(<h1>Tool Dispatch Playground</h1>);
