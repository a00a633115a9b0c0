// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Who may act on a Tune contract: the desk, and nobody else.
/// @dev Invariant for every contract that inherits this: no state changes unless the desk is the caller.
abstract contract OnlyDesk {
    /// @dev The caller is not the desk.
    error NotTheDesk();

    /// @notice The only account whose calls change anything here.
    address public immutable desk;

    constructor(address desk_) {
        desk = desk_;
    }

    modifier onlyDesk() {
        if (msg.sender != desk) revert NotTheDesk();
        _;
    }
}
