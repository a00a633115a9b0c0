// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "solady/tokens/ERC20.sol";
import {OnlyDesk} from "./OnlyDesk.sol";

/// @title The wallets' reais, mirrored in public: one unit is one centavo.
/// @dev Invariants: only the desk changes a balance; total supply is what came in less what went out.
contract TuneBalance is ERC20, OnlyDesk {
    constructor(address desk_) OnlyDesk(desk_) {}

    /// @notice Money came in for `wallet`.
    function credit(address wallet, uint256 centavos) external onlyDesk {
        _mint(wallet, centavos);
    }

    /// @notice Money of `wallet` went out.
    function debit(address wallet, uint256 centavos) external onlyDesk {
        _burn(wallet, centavos);
    }

    /// @notice Money changed hands inside the market.
    function move(address from, address to, uint256 centavos) external onlyDesk {
        _transfer(from, to, centavos);
    }

    /// @dev Every change passes here: the desk moves money, holders do not.
    function _beforeTokenTransfer(address, address, uint256) internal view override {
        if (msg.sender != desk) revert NotTheDesk();
    }

    /// @dev An approval could never be used; refusing it says so at once.
    function approve(address, uint256) public pure override returns (bool) {
        revert NotTheDesk();
    }

    /// @dev See `approve`.
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) public pure override {
        revert NotTheDesk();
    }

    function name() public pure override returns (string memory) {
        return "Tune Balance";
    }

    function symbol() public pure override returns (string memory) {
        return "TBRL";
    }

    /// @notice Two decimals: a whole token is one real.
    function decimals() public pure override returns (uint8) {
        return 2;
    }

    /// @dev No third party has standing rights to anybody's balance.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
