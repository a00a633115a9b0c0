// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OnlyDesk} from "./OnlyDesk.sol";

/// @title The public record of what happened in the market.
/// @notice Nothing but events. `ref` is the uid of the product's own row; no personal data is written here.
contract TuneBook is OnlyDesk {
    /// @notice `buyer` paid `centavos` for `unit` of `edition`.
    event Sold(
        address indexed edition, uint256 indexed unit, address indexed buyer, uint256 centavos, bytes16 ref
    );
    /// @notice `fan` pressed play; access ends at `expires` (unix seconds).
    event Played(
        address indexed edition, uint256 indexed unit, address indexed fan, uint64 expires, bytes16 ref
    );

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
}
