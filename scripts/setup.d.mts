export const ROOT: string
export const NODE: string
export const COMPILE_CACHE: string
export function setup(): Promise<void>
export function lockPath(name: string): string
export function withLock<Value>(name: string, work: () => Value | Promise<Value>): Promise<Value>
export class SetupRefused extends Error {}
export function requireNode(version?: string): void
export function requireLibrary(isThere?: () => boolean, mayInstall?: boolean): void
export function reachRegistry(pauseMs?: number): Promise<boolean>
