/** What every agent of this folder gets: where the tools are, a model that follows a script, and what the user wants. */
import type { EscalationRules, EventSink, ExecutorOptions } from '@dragoman/sdk/executor';
import type { Script } from './script.js';

/** The setting of one conversation. */
export interface Setting {
  /** N-ACT root of the tools, for the executor. */
  root: string;
  /** MCP endpoint of the same tools, for frameworks with their own MCP client. */
  mcp: string;
  /** Key of the caller. */
  apiKey: string;
  /** The tools for the executor; all by default. */
  wanted?: ExecutorOptions['tools'];
  script: Script;
  question: string;
  /** Answers for a person. */
  approve?: EscalationRules['ask'];
  /** Receives the progress of tools, where a framework passes it on. */
  onProgress?: (progress: number) => void;
  signal?: AbortSignal;
}

/** Runs one conversation, and returns the last words of the model. */
export type Agent = (setting: Setting) => Promise<string>;

/** Events of the executor for a program that follows the progress of tools. */
export function reportProgress(onProgress: Setting['onProgress']): EventSink {
  return (event) => {
    if (event.type === 'progress') onProgress?.(event.progress);
  };
}
