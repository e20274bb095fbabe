/** Ends a node with this error text. Thrown inside a node and turned into its outcome by `defineNode`; never leaves it. */
export class NodeFault extends Error {}
