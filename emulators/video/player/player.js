// Plays the page's one video, and removes it when its time is over.
const video = document.querySelector('video')
const playButton = document.querySelector('#play')
const notice = document.querySelector('#notice')

const LONGEST_TIMER_MS = 2 ** 31 - 1
const SEEK_SECONDS = 5
const VOLUME_STEP = 0.1

// The remaining time was computed when the host answered; loading the page has used some of it.
const answered = performance.getEntriesByType('navigation')[0].responseStart
const end = Date.now() + Number(video.dataset.remainingMs) - (performance.now() - answered)
let hls

function load() {
  const { source } = video.dataset
  if (!source.endsWith('.m3u8')) {
    video.src = source
    video.addEventListener('error', () => say('This video cannot be played right now.'))
  } else if (Hls.isSupported()) {
    // A short buffer: segments are requested late, and the host decides each time.
    hls = new Hls({ enableWorker: false, maxBufferLength: 10, backBufferLength: 10 })
    hls.on(Hls.Events.ERROR, (_event, error) => error.fatal && recover(error))
    hls.loadSource(source)
    hls.attachMedia(video)
  } else if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = source
    video.addEventListener('error', () => say('This video cannot be played right now.'))
  } else {
    say('This browser cannot play this video.')
  }
}

let recovered = false
function recover(error) {
  if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
    recovered = true
    hls.recoverMediaError()
    return
  }
  hls.destroy()
  say('This video cannot be played right now.')
}

function say(text) {
  notice.textContent = text
  notice.hidden = false
  playButton.hidden = true
}

function play() {
  // The promise is rejected where a browser wants a tap first, and when the video is removed meanwhile.
  video.play().catch(() => {
    playButton.hidden = !notice.hidden
  })
}

function endAccess() {
  if (!video.isConnected) return
  hls?.destroy()
  video.pause()
  video.removeAttribute('src')
  video.load()
  video.remove()
  say('The time to watch this is over.')
  parent.postMessage({ type: 'ended-access' }, '*')
}

// A machine that slept runs its timers late, so the clock is also read while the video plays.
function watchEnd() {
  const left = end - Date.now()
  if (left <= 0) endAccess()
  else setTimeout(watchEnd, Math.min(left, LONGEST_TIMER_MS))
}
video.addEventListener('timeupdate', () => Date.now() >= end && endAccess())

const KEYS = {
  ' ': toggle,
  k: toggle,
  ArrowLeft: () => seek(-SEEK_SECONDS),
  ArrowRight: () => seek(SEEK_SECONDS),
  ArrowUp: () => changeVolume(VOLUME_STEP),
  ArrowDown: () => changeVolume(-VOLUME_STEP),
  m: () => {
    video.muted = !video.muted
  },
  f: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
}

function toggle() {
  if (video.paused) play()
  else video.pause()
}

function seek(seconds) {
  video.currentTime = Math.min(Math.max(video.currentTime + seconds, 0), video.duration || 0)
}

function changeVolume(step) {
  video.volume = Math.min(Math.max(video.volume + step, 0), 1)
}

document.addEventListener('keydown', (event) => {
  const act = KEYS[event.key]
  const pressesButton = event.target === playButton && event.key === ' '
  if (!act || pressesButton || event.ctrlKey || event.metaKey || event.altKey || !video.isConnected) return
  event.preventDefault()
  act()
})
playButton.addEventListener('click', () => {
  play()
  video.focus()
})
video.addEventListener('play', () => {
  playButton.hidden = true
})
video.addEventListener('pause', () => {
  playButton.hidden = !notice.hidden
})

watchEnd()
load()
if (video.dataset.autoplay === 'true') play()
else playButton.hidden = !notice.hidden
