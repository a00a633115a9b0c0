/**
 * The other side of src/ui/embed-remote.ts: the player.js protocol (github.com/embedly/player.js, SPEC.rst), JSON texts by
 * postMessage, with the page of our own origin around this one and nobody else. Volumes are 0 to 100, times are seconds.
 */
const CONTEXT = 'player.js'
const VERSION = '0.0.11'

type Method = (value: unknown) => unknown
type Asked = { context?: string; method?: string; value?: unknown; listener?: string }

export function answerParent(video: HTMLVideoElement): { tellFault(): void } {
  const methods: Record<string, Method> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    getPaused: () => video.paused,
    mute: () => {
      video.muted = true
    },
    unmute: () => {
      video.muted = false
    },
    getMuted: () => video.muted,
    setVolume: (volume) => {
      video.volume = Math.min(Math.max(Number(volume) / 100, 0), 1)
    },
    getVolume: () => Math.round(video.volume * 100),
    setCurrentTime: (seconds) => {
      video.currentTime = Math.max(Number(seconds), 0)
    },
    getCurrentTime: () => video.currentTime,
    getDuration: () => video.duration || 0,
  }
  const listeners: { event: unknown; listener: string | undefined }[] = []

  function tell(event: string, value?: unknown, listener?: string): void {
    const message = { context: CONTEXT, version: VERSION, event, value, listener }
    parent.postMessage(JSON.stringify(message), location.origin)
  }
  function emit(event: string, value?: unknown): void {
    for (const one of listeners) if (one.event === event) tell(event, value, one.listener)
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin) return
    const { method, value, listener } = asked(data)
    if (method === 'addEventListener') listeners.push({ event: value, listener })
    else if (method !== undefined && Object.hasOwn(methods, method)) {
      const result = methods[method]?.(value)
      if (method.startsWith('get')) tell(method, result, listener)
    }
  })

  for (const event of ['play', 'pause', 'ended']) video.addEventListener(event, () => emit(event))
  video.addEventListener('timeupdate', () =>
    emit('timeupdate', { seconds: video.currentTime, duration: video.duration || 0 }),
  )
  // A time can be set once it is known how long the video is.
  video.addEventListener('loadedmetadata', () => tell('ready'), { once: true })
  // Not of the protocol: keys that are pressed in a frame are heard nowhere else.
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell('escape'))
  const fault = { code: 1 }
  return { tellFault: () => emit('error', fault) }
}

function asked(data: unknown): Asked {
  if (typeof data !== 'string') return {}
  try {
    const message = JSON.parse(data) as Asked | null
    return message?.context === CONTEXT ? message : {}
  } catch {
    return {}
  }
}
