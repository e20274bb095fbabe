import type { Node } from "web-tree-sitter";
import { KNOWN_GLOBALS } from "./known-globals.ts";

type Task = Node | (() => void);

/**
 * The names that a piece of Lua reads although nothing declares them (spec 09 §2): not a local, parameter or loop
 * variable there, not assigned as a global before. Works off a list of tasks instead of calling itself, so that no
 * nesting of a text is too deep for it.
 */
export function undefinedReads(start: Node): Node[] {
  const walk = new ScopeWalk();
  walk.run(start);
  return walk.reads;
}

class ScopeWalk {
  readonly reads: Node[] = [];
  private readonly tasks: Task[] = [];
  private readonly scopes: Set<string>[] = [new Set()];
  private readonly assigned = new Set<string>();
  /** What to do with a node that is more than its parts; comments, labels and attributes hold no reads. */
  private readonly rules: ReadonlyMap<string, (node: Node) => void> = new Map<string, (node: Node) => void>([
    ["identifier", (node) => this.read(node)],
    ["function_definition", (node) => this.functionBody(node, [])],
    ["function_declaration", (node) => this.functionDeclaration(node)],
    ["variable_declaration", (node) => this.localDeclaration(node)],
    ["assignment_statement", (node) => this.assignment(node)],
    ["for_statement", (node) => this.forLoop(node)],
    ["repeat_statement", (node) => this.repeatLoop(node)],
    ["block", (node) => this.scoped(...node.namedChildren)],
    ["dot_index_expression", (node) => this.later(node.childForFieldName("table"))],
    ["method_index_expression", (node) => this.later(node.childForFieldName("table"))],
    ["field", (node) => this.tableField(node)],
    ...["label_statement", "goto_statement", "attribute", "comment", "string"].map((type): [string, () => void] => [
      type,
      () => {},
    ]),
  ]);

  run(start: Node): void {
    this.later(start);
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      if (typeof task === "function") task();
      else this.visit(task);
    }
  }

  /** Puts tasks before all that wait, in the order in which they are given. */
  private later(...tasks: readonly (Task | null | undefined)[]): void {
    for (const task of tasks.toReversed()) if (task) this.tasks.push(task);
  }

  private visit(node: Node): void {
    const rule = this.rules.get(node.type);
    if (rule === undefined) this.later(...node.namedChildren);
    else rule(node);
  }

  private read(name: Node): void {
    if (!this.isVisible(name.text)) this.reads.push(name);
  }

  private isVisible(name: string): boolean {
    return this.isLocal(name) || this.assigned.has(name) || KNOWN_GLOBALS.has(name);
  }

  private isLocal(name: string): boolean {
    return this.scopes.some((scope) => scope.has(name));
  }

  private declare(names: readonly Node[]): void {
    for (const name of names) this.scopes.at(-1)?.add(name.text);
  }

  private scoped(...tasks: readonly (Task | null | undefined)[]): void {
    this.later(
      () => this.scopes.push(new Set()),
      ...tasks,
      () => this.scopes.pop(),
    );
  }

  private functionBody(node: Node, implicit: readonly string[]): void {
    const parameters = identifiers(node.childForFieldName("parameters"));
    this.scoped(() => {
      for (const name of implicit) this.scopes.at(-1)?.add(name);
      this.declare(parameters);
    }, node.childForFieldName("body"));
  }

  private functionDeclaration(node: Node): void {
    const name = node.childForFieldName("name");
    const isLocal = node.child(0)?.type === "local";
    const implicit = name?.type === "method_index_expression" ? ["self"] : [];
    this.later(
      () => {
        if (name === null) return;
        if (isLocal) this.declare([name]);
        else this.assign(name);
      },
      () => this.functionBody(node, implicit),
    );
  }

  /** A local is not visible in its own initialiser. */
  private localDeclaration(node: Node): void {
    const statement = node.namedChildren.find((child) => child.type === "assignment_statement") ?? node;
    const names = identifiers(statement.namedChildren.find((child) => child.type === "variable_list") ?? null);
    this.later(...statement.namedChildren.filter((child) => child.type === "expression_list"), () =>
      this.declare(names),
    );
  }

  private assignment(node: Node): void {
    const targets = node.namedChildren
      .filter((child) => child.type === "variable_list")
      .flatMap((l) => l.namedChildren);
    const values = node.namedChildren.filter((child) => child.type === "expression_list");
    this.later(...values, ...targets.map((target) => () => this.assign(target)));
  }

  /** A bare name becomes a global unless it is a local; of any other target the parts are read. */
  private assign(target: Node): void {
    if (target.type !== "identifier") this.later(target);
    else if (!this.isLocal(target.text)) this.assigned.add(target.text);
  }

  private forLoop(node: Node): void {
    const clause = node.childForFieldName("clause") ?? node.namedChild(0);
    if (clause === null) return;
    const list = clause.namedChildren.find((child) => child.type === "variable_list");
    const own = clause.type === "for_numeric_clause" ? [clause.childForFieldName("name")] : identifiers(list ?? null);
    const names = own.filter((name) => name !== null);
    const read = clause.namedChildren.filter((child) => child.id !== list?.id && !names.some((n) => n.id === child.id));
    this.later(...read, () => this.scoped(() => this.declare(names), node.childForFieldName("body")));
  }

  /** The condition sees the locals of the body. */
  private repeatLoop(node: Node): void {
    const body = node.childForFieldName("body");
    this.scoped(...(body?.namedChildren ?? []), node.childForFieldName("condition"));
  }

  /** `{ name = value }` reads the value alone, `{ [key] = value }` both. */
  private tableField(node: Node): void {
    const name = node.childForFieldName("name");
    const isComputed = node.child(0)?.type === "[";
    this.later(...node.namedChildren.filter((child) => isComputed || child.id !== name?.id));
  }
}

function identifiers(list: Node | null): Node[] {
  return (list?.namedChildren ?? []).filter((child) => child.type === "identifier");
}
