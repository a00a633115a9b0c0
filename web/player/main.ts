/** Our own video page, in a frame: plays one manifest, obeys the page around it, and forgets the video when its time is over. */
import Hls from 'hls.js'
import { answerParent } from './messages.ts'
import './player.css'

const LONGEST_TIMER_MS = 2 ** 31 - 1
/** Short, so that segments are asked for late, and the server decides each time. */
const BUFFER_SECONDS = 10

const { source = '', left = '0' } = document.body.dataset
const video = document.createElement('video')
const isOn = (flag: string) => new URLSearchParams(location.search).get(flag) === 'true'
Object.assign(video, { controls: true, playsInline: true, preload: 'auto', loop: isOn('loop') })
document.body.append(video)
const { tellFault } = answerParent(video)

// What was left when the server answered; loading the page has used some of it.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const end = performance.now() + Number(left) - (performance.now() - (navigation?.responseStart ?? 0))
let hls: Hls | null = null

function load(): void {
  if (Hls.isSupported()) {
    hls = new Hls({ enableWorker: false, maxBufferLength: BUFFER_SECONDS, backBufferLength: BUFFER_SECONDS })
    let recovered = false
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
        recovered = true
        hls?.recoverMediaError()
        return
      }
      hls?.destroy()
      tellFault()
    })
    hls.loadSource(source)
    hls.attachMedia(video)
  } else video.src = source
}

function endAccess(): void {
  if (!video.isConnected) return
  hls?.destroy()
  video.pause()
  video.removeAttribute('src')
  video.load()
  video.remove()
}

// A machine that slept runs its timers late, so the clock is also read while the video plays.
function watchEnd(): void {
  const rest = end - performance.now()
  if (rest <= 0) endAccess()
  else setTimeout(watchEnd, Math.min(rest, LONGEST_TIMER_MS))
}
video.addEventListener('timeupdate', () => performance.now() >= end && endAccess())
video.addEventListener('error', tellFault)

watchEnd()
load()
// Where a browser wants a tap first, its own controls are there for it.
if (isOn('autoplay')) video.play().catch(() => undefined)
