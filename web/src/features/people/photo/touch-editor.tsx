import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { CircleStencil, FixedCropper, type FixedCropperRef, ImageRestriction } from 'react-advanced-cropper'
import 'react-advanced-cropper/dist/style.css'
import { NUDGE, type PhotoEditorProps } from './editor.ts'
import { Stage } from './stage.tsx'

/** Specification, section 9: how far two fingers can go from the picture that just fills the circle. */
const PINCH = { least: 0.5, most: 2 }
const STENCIL = { width: 260, height: 260 }
const STEP = 1.1

type Size = { width: number; height: number }
type State = { imageSize: Size; boundary: Size }

/** For two fingers: dragged, and pinched between half and twice its size. */
export function TouchEditor({ ref, file, onBroken }: PhotoEditorProps) {
  const cropper = useRef<FixedCropperRef>(null)
  const [address, setAddress] = useState<string>()
  useImperativeHandle(ref, () => ({ canvas: () => cropper.current?.getCanvas() ?? null }))

  useEffect(() => {
    const next = URL.createObjectURL(file)
    setAddress(next)
    return () => URL.revokeObjectURL(next)
  }, [file])

  return (
    <Stage
      onZoom={(direction) => cropper.current?.zoomImage(STEP ** direction)}
      onMove={({ x, y }) => {
        const area = cropper.current?.getVisibleArea()
        if (area) cropper.current?.moveImage(-x * NUDGE * area.width, -y * NUDGE * area.height)
      }}
    >
      <FixedCropper
        ref={cropper}
        className="h-80 w-[calc(100vw-3.25rem)] max-w-[30rem] bg-ink"
        src={address ?? null}
        // Browsers turn pictures upright themselves; looking for the angle would mean fetching the file.
        checkOrientation={false}
        crossOrigin={false}
        stencilSize={STENCIL}
        stencilComponent={CircleStencil}
        stencilProps={{ handlers: {}, lines: {}, movable: false, resizable: false, grid: false }}
        imageRestriction={ImageRestriction.none}
        defaultSize={({ imageSize }: State) => squareOf(shortSide(imageSize))}
        areaSizeRestrictions={visibleSizes}
        onError={onBroken}
      />
    </Stage>
  )
}

/** Between which sizes the visible part of the picture may be, in its own pixels. */
function visibleSizes({ imageSize, boundary }: State) {
  const filled = shortSide(imageSize) / STENCIL.width
  return {
    minWidth: (boundary.width * filled) / PINCH.most,
    minHeight: (boundary.height * filled) / PINCH.most,
    maxWidth: (boundary.width * filled) / PINCH.least,
    maxHeight: (boundary.height * filled) / PINCH.least,
  }
}

const shortSide = ({ width, height }: Size) => Math.min(width, height)
const squareOf = (side: number) => ({ width: side, height: side })
