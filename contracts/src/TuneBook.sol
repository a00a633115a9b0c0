// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OnlyDesk} from "./OnlyDesk.sol";

/// @title The public record of what happened in the market.
/// @notice Nothing but events. `ref` is the uid of the product's own row; no personal data is written here.
/// Lists come packed, entry behind entry without padding: a list costs little more than its events.
/// @dev Invariants: only the desk writes; a list is recorded whole and in its order, or not at all.
contract TuneBook is OnlyDesk {
    /// @dev A packed list does not consist of whole entries.
    error Malformed();

    /// @notice `buyer` paid `centavos` for `unit` of `edition`.
    event Sold(
        address indexed edition, uint256 indexed unit, address indexed buyer, uint256 centavos, bytes16 ref
    );
    /// @notice `fan` pressed play; access ends at `expires` (unix seconds).
    event Played(
        address indexed edition, uint256 indexed unit, address indexed fan, uint64 expires, bytes16 ref
    );
    /// @notice `bidder` holds `centavos` ready for the next unit of `edition` to come free.
    event Bided(address indexed edition, address indexed bidder, uint256 centavos, bytes16 ref);
    /// @notice The bid `ref` no longer stands, and its money is free again.
    event Released(address indexed edition, bytes16 ref);
    /// @notice The auction log of `edition` had `length` entries, of which `head` was the last one's hash.
    event Anchored(address indexed edition, uint256 length, bytes32 head);

    /// @dev A bid is packed as its bidder (20 bytes), its centavos (8) and its ref (16).
    uint256 private constant BID = 44;
    uint256 private constant REF = 16;

    constructor(address desk_) OnlyDesk(desk_) {}

    /// @notice Records a sale.
    function sold(address edition, uint256 unit, address buyer, uint256 centavos, bytes16 ref)
        external
        onlyDesk
    {
        emit Sold(edition, unit, buyer, centavos, ref);
    }

    /// @notice Records a first play.
    function played(address edition, uint256 unit, address fan, uint64 expires, bytes16 ref) external onlyDesk {
        emit Played(edition, unit, fan, expires, ref);
    }

    /// @notice Records a list of bids.
    function bided(address edition, bytes calldata bids) external onlyDesk {
        if (bids.length % BID != 0) revert Malformed();
        for (uint256 offset; offset < bids.length; offset += BID) {
            emit Bided(
                edition,
                address(bytes20(bids[offset:offset + 20])),
                uint64(bytes8(bids[offset + 20:offset + 28])),
                bytes16(bids[offset + 28:offset + BID])
            );
        }
    }

    /// @notice Records that the bids of a list of refs stand no longer.
    function released(address edition, bytes calldata refs) external onlyDesk {
        if (refs.length % REF != 0) revert Malformed();
        for (uint256 offset; offset < refs.length; offset += REF) {
            emit Released(edition, bytes16(refs[offset:offset + REF]));
        }
    }

    /// @notice Fixes how far an auction's log had come: nothing up to `head` can be rewritten unnoticed.
    function anchored(address edition, uint256 length, bytes32 head) external onlyDesk {
        emit Anchored(edition, length, head);
    }
}
