/**
 * Talks to the video host's page in a frame by the player.js protocol (github.com/embedly/player.js, SPEC.rst),
 * which the host's embed implements. JSON strings by postMessage; volumes are 0 to 100, times are seconds.
 */
const CONTEXT = 'player.js'
const VERSION = '0.0.11'
const EVENTS = ['play', 'pause', 'timeupdate', 'ended', 'error'] as const

export type EmbedListener = {
  /** The page accepts commands from now on. */
  ready(): void
  playing(isPlaying: boolean): void
  ended(): void
  time(seconds: number, duration: number): void
  volume(volume: number): void
  muted(isMuted: boolean): void
  /** The host could not play it. */
  failed(): void
  /** Escape was pressed in the frame, which only our own video page tells. */
  escaped(): void
}

export type EmbedRemote = {
  play(): void
  pause(): void
  seek(seconds: number): void
  setVolume(volume: number): void
  setMuted(isMuted: boolean): void
  /** Answered through `volume` and `muted`: the fan may also have used the host's own controls. */
  askSound(): void
  end(): void
}

/** `origin` is the host's: messages are exchanged with no other. */
export function connectEmbed(frame: HTMLIFrameElement, origin: string, listener: EmbedListener): EmbedRemote {
  let isReady = false
  const say = (method: string, value?: unknown) => {
    const message = { context: CONTEXT, version: VERSION, method, listener: method, value }
    frame.contentWindow?.postMessage(JSON.stringify(message), origin)
  }

  function onMessage(event: MessageEvent) {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = parse(event.data)
    if (!message) return
    const { event: name, value } = message
    if (name === 'ready' && !isReady) {
      isReady = true
      for (const wanted of EVENTS) say('addEventListener', wanted)
      // It may have started to play before anyone listened.
      say('getPaused')
      listener.ready()
    } else if (name === 'play' || name === 'pause') listener.playing(name === 'play')
    else if (name === 'ended') listener.ended()
    else if (name === 'error') listener.failed()
    else if (name === 'escape') listener.escaped()
    else if (name === 'getPaused' && typeof value === 'boolean') listener.playing(!value)
    else if (name === 'timeupdate' && isTime(value)) listener.time(value.seconds, value.duration)
    else if (name === 'getVolume' && typeof value === 'number') listener.volume(value)
    else if (name === 'getMuted' && typeof value === 'boolean') listener.muted(value)
  }

  addEventListener('message', onMessage)
  return {
    play: () => say('play'),
    pause: () => say('pause'),
    seek: (seconds) => say('setCurrentTime', seconds),
    setVolume: (volume) => say('setVolume', volume),
    setMuted: (isMuted) => say(isMuted ? 'mute' : 'unmute'),
    askSound() {
      say('getVolume')
      say('getMuted')
    },
    end: () => removeEventListener('message', onMessage),
  }
}

function parse(data: unknown): { event: string; value: unknown } | null {
  if (typeof data !== 'string') return null
  try {
    const message = JSON.parse(data)
    return message?.context === CONTEXT && typeof message.event === 'string' ? message : null
  } catch {
    return null
  }
}

function isTime(value: unknown): value is { seconds: number; duration: number } {
  const { seconds, duration } = (value ?? {}) as Record<string, unknown>
  return typeof seconds === 'number' && typeof duration === 'number'
}
