// Plays the page's one video.
const video = document.querySelector('video')
const playButton = document.querySelector('#play')
const notice = document.querySelector('#notice')

const SEEK_SECONDS = 5
const VOLUME_STEP = 0.1

let hls

function load() {
  const { source } = video.dataset
  if (Hls.isSupported()) {
    hls = new Hls({ enableWorker: false })
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
  // The promise is rejected where a browser wants a tap first.
  video.play().catch(() => {
    playButton.hidden = !notice.hidden
  })
}

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
  if (!act || pressesButton || event.ctrlKey || event.metaKey || event.altKey) return
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

load()
if (video.dataset.autoplay === 'true') play()
else playButton.hidden = !notice.hidden
