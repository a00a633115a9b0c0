// Talks to the surrounding page, as the vendor's embed does: the player.js protocol (github.com/embedly/player.js,
// SPEC.rst), JSON texts by postMessage. Volumes are 0 to 100, times are seconds.
const CONTEXT = 'player.js'
const VERSION = '0.0.11'
const EVENTS = ['ready', 'play', 'pause', 'timeupdate', 'ended', 'error']

const METHODS = {
  play,
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
  getDuration: () => video.duration || 0,
  setCurrentTime: (seconds) => {
    video.currentTime = Math.max(Number(seconds), 0)
  },
  getCurrentTime: () => video.currentTime,
  setLoop: (loop) => {
    video.loop = Boolean(loop)
  },
  getLoop: () => video.loop,
}

// The events that the surrounding page has subscribed to, each with the listener's name.
const listeners = []

function tell(event, value, listener) {
  const message = { context: CONTEXT, version: VERSION, event }
  if (value !== undefined) message.value = value
  if (listener !== undefined) message.listener = listener
  parent.postMessage(JSON.stringify(message), '*')
}

function emit(event, value) {
  for (const listener of listeners) if (listener.event === event) tell(event, value, listener.name)
}

const methodNames = [...Object.keys(METHODS), 'addEventListener', 'removeEventListener']
const introduction = { src: location.href, events: EVENTS, methods: methodNames }
let isReady = false

function answer({ method, value, listener }) {
  if (method === 'addEventListener') {
    listeners.push({ event: value, name: listener })
    if (value === 'ready' && isReady) tell('ready', introduction, listener)
  } else if (method === 'removeEventListener') {
    const kept = listeners.filter(({ event, name }) => event !== value || (listener && name !== listener))
    listeners.splice(0, listeners.length, ...kept)
  } else if (Object.hasOwn(METHODS, method)) {
    const result = METHODS[method](value)
    if (method.startsWith('get')) tell(method, result, listener)
  } else {
    tell('error', { code: 2, msg: `Method "${method}" is not supported.` }, listener)
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'string') return
  let message
  try {
    message = JSON.parse(data)
  } catch {
    return
  }
  if (message?.context === CONTEXT && typeof message.method === 'string') answer(message)
})

function introduce() {
  if (isReady) return
  isReady = true
  // The first message goes to everybody; earlier subscribers get it under their own name as well.
  tell('ready', introduction)
  emit('ready', introduction)
}

for (const event of ['play', 'pause', 'ended']) video.addEventListener(event, () => emit(event))
video.addEventListener('error', () => emit('error', { code: 1, msg: 'This video cannot be played.' }))
video.addEventListener('timeupdate', () =>
  emit('timeupdate', { seconds: video.currentTime, duration: video.duration || 0 }),
)
// A time can be set once it is known how long the video is.
if (video.readyState >= HTMLMediaElement.HAVE_METADATA) introduce()
else video.addEventListener('loadedmetadata', introduce)
