/** Load in a process of its own, so that generating it does not slow down what is measured. */
import { fork } from 'node:child_process'

type Api = Record<string, (argument: never) => unknown>
type Call = { id: number; name: string; argument: unknown }
type Answer = { id: number; value?: unknown; fault?: string }

/** The other process' functions, as called from here. */
export type Remote<Shape extends Api> = {
  pid: number
  call: <Name extends keyof Shape & string>(
    name: Name,
    argument: Parameters<Shape[Name]>[0],
  ) => Promise<Awaited<ReturnType<Shape[Name]>>>
  stop: () => Promise<void>
}

/** Starts `file`, which hands its functions to `serve`. */
export function startRemote<Shape extends Api>(file: string): Remote<Shape> {
  const child = fork(file, { serialization: 'advanced' })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (fault: Error) => void }>()
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
      resolve()
    })
  })
  let calls = 0
  child.on('message', ({ id, value, fault }: Answer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (fault === undefined) call?.resolve(value as never)
    else call?.reject(new Error(fault))
  })
  return {
    pid: child.pid ?? 0,
    call(name, argument) {
      const id = ++calls
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, name, argument } satisfies Call)
      })
    },
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** The other side: answers calls until its starter disconnects. */
export function serve(api: Api): void {
  const send = process.send?.bind(process) as (answer: Answer) => void
  process.on('message', async ({ id, name, argument }: Call) => {
    try {
      send({ id, value: await api[name]?.(argument as never) })
    } catch (fault) {
      send({ id, fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) })
    }
  })
  process.on('disconnect', () => process.exit(0))
}
