import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { CircleStencil, FixedCropper, type FixedCropperRef, ImageRestriction } from 'react-advanced-cropper'
import 'react-advanced-cropper/dist/style.css'
import { Stage } from './stage.tsx'

/** The part of the picture inside the circle, or null until it has loaded. */
export type PhotoEditorRef = { canvas(): HTMLCanvasElement | null }

type Layout = {
  /** The circle's diameter in CSS pixels. */
  circle: number
  /** Zoom limits; at 1 the picture's short side just fills the circle. */
  zoom: { initial: number; least: number; most: number }
  /** Of the area around the circle. */
  className: string
}

/** Specification, section 9: a circle of 300 px with a wheel, and two fingers below 576 px. */
const WIDE: Layout = {
  circle: 300,
  zoom: { initial: 1.1, least: 0.1, most: 3 },
  className: 'size-[22.75rem]',
}
const NARROW: Layout = {
  circle: 260,
  zoom: { initial: 1, least: 0.5, most: 2 },
  className: 'h-80 w-[calc(100vw-3.25rem)] max-w-[30rem]',
}
const ZOOM_STEP = 0.1
/** How far one press of an arrow key moves the picture, as a share of what is inside the circle. */
const NUDGE = 0.03

type Size = { width: number; height: number }
type State = { imageSize: Size; boundary: Size }

type PhotoEditorProps = {
  ref: Ref<PhotoEditorRef>
  file: File
  isNarrow: boolean
  /** The browser cannot show the file. */
  onBroken(): void
}

/** A picture behind a circle: dragged, pinched, and zoomed by wheel and keys. */
export function PhotoEditor({ ref, file, isNarrow, onBroken }: PhotoEditorProps) {
  const { circle, zoom, className } = isNarrow ? NARROW : WIDE
  const cropper = useRef<FixedCropperRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  const address = useObjectUrl(file)
  const [shownZoom, setShownZoom] = useState(zoom.initial)
  useImperativeHandle(ref, () => ({ canvas: () => cropper.current?.getCanvas() ?? null }))

  function changeZoom(direction: 1 | -1) {
    const now = zoomOf(cropper.current)
    if (now === null) return
    const next = Math.min(zoom.most, Math.max(zoom.least, tenths(now + direction * ZOOM_STEP)))
    cropper.current?.zoomImage(next / now, { transitions: false })
  }

  useWheel(frame, changeZoom)

  /** The limits of the visible area, in pixels of the picture. */
  function visibleSizes({ imageSize, boundary }: State) {
    const filled = shortSide(imageSize) / circle
    return {
      minWidth: (boundary.width * filled) / zoom.most,
      minHeight: (boundary.height * filled) / zoom.most,
      maxWidth: (boundary.width * filled) / zoom.least,
      maxHeight: (boundary.height * filled) / zoom.least,
    }
  }

  return (
    <Stage
      onZoom={changeZoom}
      onMove={({ x, y }) => {
        const side = cropper.current?.getCoordinates()?.width ?? 0
        cropper.current?.moveImage(-x * NUDGE * side, -y * NUDGE * side)
      }}
    >
      <div ref={frame} data-zoom={shownZoom}>
        <FixedCropper
          ref={cropper}
          className={`${className} bg-ink`}
          src={address ?? null}
          // Browsers apply the orientation themselves; checking it would mean fetching the file.
          checkOrientation={false}
          crossOrigin={false}
          stencilSize={{ width: circle, height: circle }}
          stencilComponent={CircleStencil}
          stencilProps={{ handlers: {}, lines: {}, movable: false, resizable: false, grid: false }}
          backgroundWrapperProps={{ scaleImage: { touch: true, wheel: false } }}
          imageRestriction={ImageRestriction.none}
          defaultSize={({ imageSize }: State) => {
            const side = shortSide(imageSize) / zoom.initial
            return { width: side, height: side }
          }}
          areaSizeRestrictions={visibleSizes}
          onChange={(changed) => setShownZoom(tenths(zoomOf(changed) ?? zoom.initial))}
          onError={onBroken}
        />
      </div>
    </Stage>
  )
}

/** Null until the picture has loaded. */
function zoomOf(cropper: FixedCropperRef | null): number | null {
  const state = cropper?.getState()
  return state?.coordinates ? shortSide(state.imageSize) / state.coordinates.width : null
}

const shortSide = ({ width, height }: Size) => Math.min(width, height)
const tenths = (zoom: number) => Math.round(zoom * 10) / 10

/** An object URL for a file while it is shown; undefined before the first paint. */
function useObjectUrl(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const next = URL.createObjectURL(file)
    setAddress(next)
    return () => URL.revokeObjectURL(next)
  }, [file])
  return address
}

function useWheel(frame: RefObject<HTMLElement | null>, turn: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const element = frame.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      turn(event.deltaY < 0 ? 1 : -1)
    }
    // Not React's `onWheel`, which is passive: the listener has to prevent the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
}
