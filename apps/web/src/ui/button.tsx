import type { ButtonHTMLAttributes } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "normal" | "strong" | "plain";
}

export function Button({ look = "normal", className, type = "button", ...rest }: ButtonProps) {
  const shape = look === "normal" ? undefined : styles[look];
  return <button type={type} className={classes(styles.button, shape, className)} {...rest} />;
}
