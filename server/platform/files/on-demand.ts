import type { Files } from './files.ts'

/** Files whose code is loaded with the first call. */
export function onDemand(name: string, load: () => Promise<Files>): Files {
  let loading: Promise<Files> | undefined
  const files = () => {
    loading ??= load()
    return loading
  }
  return {
    name,
    put: async (...given) => (await files()).put(...given),
    keep: async (...given) => (await files()).keep(...given),
    read: async (...given) => (await files()).read(...given),
    open: async (...given) => (await files()).open(...given),
    has: async (...given) => (await files()).has(...given),
    remove: async (...given) => (await files()).remove(...given),
    async *list() {
      yield* (await files()).list()
    },
  }
}
