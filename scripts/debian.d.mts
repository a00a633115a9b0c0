export function canInstall(): boolean
export function installPackages(...names: string[]): void
export function apt(args: string[], cwd?: string): void
export function execute(command: string, args: string[], cwd?: string): void
